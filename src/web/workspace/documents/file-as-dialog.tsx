import { useState } from "react";
import type { SubmitEvent } from "react";
import { usualPeriod } from "#domain/documents/document-state.ts";
import { suggestDocument } from "#domain/documents/suggest-document.ts";
import { client } from "#web/api.ts";
import { showError } from "#web/app-error.ts";
import { FormDialog } from "#web/design/form-dialog.tsx";
import { Field } from "#web/design/field.tsx";
import { Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { useWorkspace } from "../company-context.tsx";
import type { EvidenceItem } from "../evidence/evidence.ts";
import { useControls } from "../evidence/use-library.ts";
import { spokenNumber } from "../exhibit-numbers.ts";
import { DocumentOptions } from "./document-options.tsx";
import { useDocuments, useRefreshDocuments } from "./documents.ts";
import type { ExpectedDocument } from "./documents.ts";

interface FileAsDialogProps {
  items: readonly EvidenceItem[];
  /** Hears whether something was filed. */
  onClose: (isDone: boolean) => void;
}

/** How long filings can be undone where they were made. */
const UNDO_MS = 12_000;

/** Files several items of the library as documents that their controls expect, one after the other; all of it can be undone. */
export function FileAsDialog({ items, onClose }: FileAsDialogProps) {
  const { company } = useWorkspace();
  const documents = useDocuments();
  const controls = useControls().data ?? [];
  const refresh = useRefreshDocuments();
  const [decided, setDecided] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const lines = items.map((item) => {
    const offered = offeredTo(item, documents);
    const chosen = decided[item.id] ?? suggestDocument(offered, item.name)?.id ?? "";
    return { item, offered, document: offered.find(({ id }) => id === chosen) };
  });
  const count = lines.filter(({ document }) => document).length;

  async function file() {
    const filed: string[] = [];
    let failed: unknown;
    for (const { item, document } of lines) {
      if (!document) continue;
      try {
        filed.push(await fileOne(item, document));
      } catch (error) {
        failed = error;
      }
    }
    await refresh();
    if (filed.length < count) showError(failed, `${count - filed.length} of ${count} could not be filed`);
    if (filed.length > 0)
      toast.success(
        filed.length === 1
          ? "1 document filed. It waits for a review."
          : `${filed.length} documents filed. They wait for a review.`,
        {
          lasts: UNDO_MS,
          action: { label: "Undo", onPress: () => void undo(filed) },
        },
      );
    return filed.length > 0;
  }

  async function fileOne(item: EvidenceItem, document: ExpectedDocument): Promise<string> {
    const { controlId, id: documentId } = document;
    const period = usualPeriod(document, item.collectedAt.slice(0, 10));
    const now = await client.documents.file({
      companyId: company.id,
      controlId,
      documentId,
      evidenceId: item.id,
      ...period,
    });
    return now.filings.find((filing) => filing.item.id === item.id)!.id;
  }

  async function undo(filed: readonly string[]) {
    try {
      for (const filingId of filed) await client.documents.withdraw({ companyId: company.id, filingId });
      toast.success("Undone");
    } catch (error) {
      showError(error, "Not everything could be undone");
    }
    await refresh();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    const isDone = await file();
    setBusy(false);
    if (isDone) onClose(true);
  }

  return (
    <FormDialog
      title={
        items.length === 1
          ? `File ${spokenNumber(items[0]!.exhibit)} as a document`
          : `File ${items.length} items as documents`
      }
      width="wide"
      onClose={() => onClose(false)}
      form={{ noValidate: true, onSubmit: (event) => void submit(event) }}
      submit="File"
      busy={busy && "Filing..."}
      disabled={count === 0}
      held
    >
      <p className="quiet">
        Each covers the time up to the day it was collected, and counts once a reviewer accepts it.
      </p>
      {lines.map(({ item, offered, document }) => (
        <Field
          key={item.id}
          label={`${spokenNumber(item.exhibit)} ${item.name}`}
          help={offered.length === 0 ? "Its controls expect no document that it could be." : undefined}
        >
          <Select
            value={document?.id ?? ""}
            disabled={offered.length === 0}
            onChange={(event) => setDecided({ ...decided, [item.id]: event.target.value })}
          >
            <option value="">None: supporting evidence</option>
            <DocumentOptions
              documents={offered}
              titleOf={(id) => controls.find((control) => control.id === id)?.title ?? id}
            />
          </Select>
        </Field>
      ))}
    </FormDialog>
  );
}

/** What an item may be filed as: nothing for one that is replaced, privileged or withdrawn, and nothing that it is filed as already. */
function offeredTo(item: EvidenceItem, documents: readonly ExpectedDocument[]): readonly ExpectedDocument[] {
  if (item.superseded || item.withdrawn || item.matterId !== null) return [];
  return documents.filter(
    ({ controlId, notApplicable, filings }) =>
      notApplicable === null &&
      item.controls.includes(controlId) &&
      filings.every((filing) => filing.item.id !== item.id),
  );
}
