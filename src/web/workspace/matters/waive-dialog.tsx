import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import type { MatterItem } from "./matter-items.tsx";

const reasoned = contract.matters.waive.input.pick({ reason: true });

/** Waives the privilege of an item, for good, once a reason is given. */
export function WaiveDialog({ item, onClose }: { item: MatterItem; onClose: () => void }) {
  const { company } = useWorkspace();
  const waive = useMutation(api.matters.waive.mutationOptions());
  const queries = useQueryClient();
  const { attributes, errors, busy } = useSchemaForm(reasoned, async ({ reason }, refuse) => {
    try {
      await waive.mutateAsync({ companyId: company.id, evidenceId: item.id, reason });
      toast.success(`Privilege of ${spokenNumber(item.exhibit)} waived`);
      onClose();
      await queries.invalidateQueries();
    } catch (error) {
      refuse(error, "The privilege could not be waived");
    }
  });
  return (
    <FormDialog
      title={`Waive the privilege of ${spokenNumber(item.exhibit)}`}
      onClose={onClose}
      form={attributes}
      submit="Waive Privilege"
      busy={busy && "Waiving..."}
      danger
    >
      <p>
        <b className="strong">{item.name}</b> becomes a regular item. All members and auditors can see it, it counts for
        its controls, and exports and searches include it. This cannot be undone.
      </p>
      <Field label="Reason" error={errors.reason} help="The ledger records it, visible to every member.">
        <Textarea name="reason" rows={3} />
      </Field>
    </FormDialog>
  );
}
