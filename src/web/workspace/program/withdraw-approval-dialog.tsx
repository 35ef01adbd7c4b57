import { contract } from "#web/contract.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Textarea } from "#web/design/input.tsx";
import { useSchemaForm } from "#web/form.ts";
import type { Register, RegisterRecord } from "./registers.ts";
import { useActs } from "./use-acts.ts";

const reasoned = contract.registers.withdrawApproval.input.pick({ reason: true });

interface WithdrawApprovalProps {
  register: Register;
  record: RegisterRecord;
  onClose: () => void;
}

/** Takes back an approval that was given by mistake, once a reason is given. */
export function WithdrawApprovalDialog({ register, record, onClose }: WithdrawApprovalProps) {
  const acts = useActs(register);
  const { attributes, errors, busy } = useSchemaForm(reasoned, async ({ reason }, refuse) => {
    try {
      await acts.withdrawApproval(record, reason);
      onClose();
    } catch (error) {
      refuse(error, "The approval could not be withdrawn");
    }
  });
  return (
    <FormDialog
      title="Withdraw approval"
      onClose={onClose}
      form={attributes}
      submit="Withdraw approval"
      busy={busy && "Withdrawing..."}
      danger
      held
    >
      <p>{record.title} waits for another approval, and what rests on it is judged again. Its history stays.</p>
      <Field label="Reason" error={errors.reason}>
        <Textarea name="reason" rows={2} />
      </Field>
    </FormDialog>
  );
}
