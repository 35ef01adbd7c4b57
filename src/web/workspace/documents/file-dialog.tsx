import { useState } from "react";
import { usualPeriod } from "#domain/documents/document-state.ts";
import { contract } from "#web/contract.ts";
import { client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/design/dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useSchemaForm } from "#web/form.ts";
import { useWorkspace } from "../company-context.tsx";
import { AddEvidenceLater } from "../evidence/add-evidence-later.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { useRefreshDocuments } from "./documents.ts";
import type { ExpectedDocument } from "./documents.ts";
import { DocumentOptions } from "./document-options.tsx";
import { PeriodFields } from "./period-fields.tsx";

/** An item that may be filed as a document. */
export interface FilableItem {
  readonly id: string;
  readonly exhibit: string;
  readonly name: string;
  readonly collectedAt: string;
}

interface FileDialogProps {
  /** What it may be filed as. */
  documents: readonly ExpectedDocument[];
  /** What may be filed. */
  items: readonly FilableItem[];
  onClose: () => void;
}

const form = contract.documents.file.input.pick({ documentId: true, evidenceId: true, from: true, to: true });

/** Files an item that is on file as a document, for a period. */
export function FileDialog({ documents, items, onClose }: FileDialogProps) {
  const { company } = useWorkspace();
  const refresh = useRefreshDocuments();
  const [documentId, setDocument] = useState(documents[0]?.id);
  const [itemId, setItem] = useState<string>();
  const [adding, setAdding] = useState(false);
  const document = documents.find(({ id }) => id === documentId);
  // The items may still come when the dialog is open already.
  const item = items.find(({ id }) => id === itemId) ?? items[0];
  const { attributes, errors, busy } = useSchemaForm(form, async (values, refuse) => {
    try {
      const controlId = documents.find(({ id }) => id === values.documentId)!.controlId;
      await client.documents.file({ companyId: company.id, controlId, ...values });
      await refresh();
      onClose();
      toast.success("Filed. It waits for a review.");
    } catch (error) {
      refuse(error, "The document could not be filed", {
        "period-ahead": "to",
        "period-order": "to",
        "period-after-item": "to",
        "already-filed-as": "evidenceId",
        "item-replaced": "evidenceId",
      });
    }
  });
  if (!document) return null;
  if (adding) {
    const { controlId, id, type } = document;
    return (
      <>
        <AddEvidenceLater prefill={{ controls: [controlId], document: id, type }} onClose={onClose} />
      </>
    );
  }
  const addFile = (
    <button type="button" className="link" onClick={() => setAdding(true)}>
      Add a new file
    </button>
  );
  return (
    <Dialog title="File as document" onClose={onClose}>
      <form {...attributes} className="unboxed">
        <DialogBody>
          {documents.length > 1 ? (
            <Field label="File as" error={errors.documentId}>
              <Select name="documentId" value={documentId} onChange={(event) => setDocument(event.target.value)}>
                <DocumentOptions documents={documents} />
              </Select>
            </Field>
          ) : (
            <>
              <p className="firm">{document.title}</p>
              <input type="hidden" name="documentId" value={document.id} />
            </>
          )}
          {item ? (
            <>
              <Field
                label="Item"
                error={errors.evidenceId}
                help={documents.length > 1 ? undefined : <>Not on file yet? {addFile}</>}
              >
                <Select name="evidenceId" value={item.id} onChange={(event) => setItem(event.target.value)}>
                  {items.map(({ id, exhibit, name }) => (
                    <option key={id} value={id}>
                      {spokenNumber(exhibit)} {name}
                    </option>
                  ))}
                </Select>
              </Field>
              <PeriodFields
                key={`${document.id} ${item.id}`}
                period={usualPeriod(document, item.collectedAt.slice(0, 10))}
                latest={item.collectedAt.slice(0, 10)}
                errors={errors}
              />
            </>
          ) : (
            <p className="quiet">This control has no current item. {addFile}</p>
          )}
        </DialogBody>
        <DialogFoot>
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          {item && (
            <Button type="submit" kind="primary" busy={busy && "Filing..."}>
              File
            </Button>
          )}
        </DialogFoot>
      </form>
    </Dialog>
  );
}
