import { latestUntil } from "#domain/scope.ts";
import { contract } from "#web/contract.ts";
import { client } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Input, Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import { useRefreshDocuments } from "./documents.ts";
import type { ExpectedDocument } from "./documents.ts";

const decided = contract.documents.declareNotApplicable.input.pick({ reason: true, until: true });

/** Why a document does not apply to the company, and until when. */
export function NotApplicableDialog({ document, onClose }: { document: ExpectedDocument; onClose: () => void }) {
  const { company } = useWorkspace();
  const refresh = useRefreshDocuments();
  const last = latestUntil(timeNow());
  const { attributes, errors, busy } = useSchemaForm(decided, async (values, refuse) => {
    try {
      const { controlId, id: documentId } = document;
      await client.documents.declareNotApplicable({ companyId: company.id, controlId, documentId, ...values });
      await refresh();
      onClose();
      toast.success(`${document.title}: not applicable`);
    } catch (error) {
      refuse(error, "The decision could not be saved", { "scope-until": "until" });
    }
  });
  return (
    <FormDialog
      title="Mark as not applicable"
      onClose={onClose}
      form={attributes}
      submit="Mark as not applicable"
      busy={busy && "Saving..."}
    >
      <p className="quiet">{document.title}</p>
      <Field label="Reason" error={errors.reason} help="Auditors read it. The ledger records it with your name.">
        <Textarea name="reason" />
      </Field>
      <Field
        label="Until"
        error={errors.until}
        help="One year at most. The decision ends by itself after this day (UTC)."
      >
        <Input name="until" type="date" min={timeNow().toISOString().slice(0, 10)} max={last} defaultValue={last} />
      </Field>
    </FormDialog>
  );
}
