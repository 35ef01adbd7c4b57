import { useQueryClient } from "@tanstack/react-query";
import { latestUntil } from "#domain/scope.ts";
import { client } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { contract } from "#web/contract.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Input, Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../../company-context.tsx";
import type { TestedCheck } from "./tested-check.ts";

const accepted = contract.acceptedFailures.accept.input.pick({ reason: true, treatment: true, until: true });

interface Props {
  controlId: string;
  check: TestedCheck;
  onClose: () => void;
}

/** An owner or admin accepts that a check fails, until a day; it stays failing. */
export default function AcceptFailure({ controlId, check, onClose }: Props) {
  const { company } = useWorkspace();
  const queries = useQueryClient();
  const { attributes, errors, busy } = useSchemaForm(accepted, async (values, refuse) => {
    try {
      await client.acceptedFailures.accept({ companyId: company.id, controlId, checkId: check.checkId, ...values });
      await queries.invalidateQueries();
      toast.success("Failure accepted");
      onClose();
    } catch (error) {
      refuse(error, "The failure could not be accepted", { "scope-until": "until" });
    }
  });
  return (
    <FormDialog
      title="Accept this failure"
      onClose={onClose}
      form={attributes}
      submit="Accept failure"
      busy={busy && "Saving..."}
    >
      <p className="quiet">{check.title}. It stays failing, and is shown as accepted until the day you choose.</p>
      <Field label="Reason" error={errors.reason} help="Auditors read it. The ledger records it with your name.">
        <Textarea name="reason" />
      </Field>
      <Field label="Treatment" error={errors.treatment} help="What you do meanwhile, and how it will be fixed.">
        <Textarea name="treatment" />
      </Field>
      <Field
        label="Until"
        error={errors.until}
        help="One year at most. It ends by itself after this day (UTC), or when the check passes."
      >
        <Input name="until" type="date" min={timeNow().toISOString().slice(0, 10)} max={latestUntil(timeNow())} />
      </Field>
    </FormDialog>
  );
}
