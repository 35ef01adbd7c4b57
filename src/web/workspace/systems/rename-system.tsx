import { useQueryClient } from "@tanstack/react-query";
import { contract } from "#web/contract.ts";
import { api, client } from "#web/api.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Input } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import type { System } from "./systems.ts";

const named = contract.systems.rename.input.pick({ name: true });

/** Gives a system another name. */
export function RenameSystem({ system: { id, name }, onClose }: { system: System; onClose: () => void }) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const { attributes, errors, busy } = useSchemaForm(named, async (values, refuse) => {
    try {
      await client.systems.rename({ companyId: company.id, systemId: id, ...values });
      await queries.invalidateQueries({ queryKey: api.systems.key() });
      onClose();
    } catch (error) {
      refuse(error, "The system could not be renamed", { "system-exists": "name" });
    }
  });
  return (
    <FormDialog title="Rename System" onClose={onClose} form={attributes} submit="Rename" busy={busy && "Saving..."}>
      <Field label="Name" error={errors.name}>
        <Input name="name" autoComplete="off" defaultValue={name} />
      </Field>
    </FormDialog>
  );
}
