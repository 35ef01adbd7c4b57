import { useQueryClient } from "@tanstack/react-query";
import { client } from "#web/api.ts";
import { contract } from "#web/contract.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../../company-context.tsx";

const withReason = contract.manualTests.withdraw.input.pick({ reason: true });

interface Props {
  about: { controlId: string; testId: string } | { controlId: string; acceptanceId: string };
  /** The check's. */
  title: string;
  onClose: () => void;
}

/** Withdraws a test, or the acceptance of a failure, with a reason. Neither can be brought back. */
export default function WithdrawDialog({ about, title, onClose }: Props) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const { attributes, errors, busy } = useSchemaForm(withReason, async ({ reason }, refuse) => {
    const input = { companyId: company.id, reason };
    try {
      if ("testId" in about) await client.manualTests.withdraw({ ...input, ...about });
      else await client.acceptedFailures.withdraw({ ...input, ...about });
      await queries.invalidateQueries();
      toast.success("testId" in about ? "Test withdrawn" : "Acceptance withdrawn");
      onClose();
    } catch (error) {
      refuse(error, "It could not be withdrawn");
    }
  });
  return (
    <FormDialog
      title={"testId" in about ? "Withdraw test" : "Withdraw acceptance"}
      onClose={onClose}
      form={attributes}
      submit="Withdraw"
      danger
      busy={busy && "Withdrawing..."}
    >
      <p className="quiet">
        {title}.{" "}
        {"testId" in about ? "It stays on the record. No older test takes its place." : "It stays on the record."}
      </p>
      <Field label="Reason" error={errors.reason}>
        <Textarea name="reason" />
      </Field>
    </FormDialog>
  );
}
