import { contract } from "#web/contract.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import type { EvidenceItem } from "./evidence.ts";
import { useMending } from "./use-mending.ts";

const named = contract.evidence.rename.input.pick({ name: true });

/** Gives an item another name. */
export function RenameDialog({ item, onClose }: { item: EvidenceItem; onClose: () => void }) {
  const { rename, names } = useMending();
  const { attributes, errors, busy } = useSchemaForm(named, async ({ name }, refuse) => {
    try {
      await rename(item, name);
      onClose();
    } catch (error) {
      refuse(error, "The item could not be renamed");
    }
  });
  return (
    <FormDialog
      title={`Rename ${names([item])}`}
      onClose={onClose}
      form={attributes}
      submit="Rename"
      busy={busy && "Renaming..."}
      held
    >
      <Field label="Name" error={errors.name} help="The original name stays in the ledger and the chain of custody.">
        <Input name="name" defaultValue={item.name} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
