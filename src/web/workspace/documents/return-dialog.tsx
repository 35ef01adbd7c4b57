import { contract } from "#web/contract.ts";
import { client } from "#web/api.ts";
import { Field } from "#web/design/field.tsx";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Textarea } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { useRefreshDocuments } from "./documents.ts";
import type { DocumentFiling, ExpectedDocument } from "./documents.ts";

const reasonForm = contract.documents.return.input.pick({ reason: true });

interface ReturnDialogProps {
  document: ExpectedDocument;
  filing: DocumentFiling;
  onClose: () => void;
}

/** Why a document goes back to the person who filed it. */
export function ReturnDialog({ document, filing, onClose }: ReturnDialogProps) {
  const { company } = useWorkspace();
  const refresh = useRefreshDocuments();
  const { attributes, errors, busy } = useSchemaForm(reasonForm, async ({ reason }, refuse) => {
    try {
      await client.documents.return({ companyId: company.id, filingId: filing.id, reason });
      await refresh();
      onClose();
      toast.success(`${document.title}: returned`);
    } catch (error) {
      refuse(error, "The review could not be saved");
    }
  });
  return (
    <FormDialog
      title="Return document"
      onClose={onClose}
      form={attributes}
      submit="Return document"
      busy={busy && "Saving..."}
    >
      <p className="quiet">
        {spokenNumber(filing.item.exhibit)} {filing.item.name}, filed as {document.title} by {filing.filedBy.name}
      </p>
      <Field label="Reason" error={errors.reason} help="Everyone in the company can read it.">
        <Textarea name="reason" />
      </Field>
    </FormDialog>
  );
}
