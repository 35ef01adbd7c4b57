import { FilePlus2 } from "lucide-react";
import { useState } from "react";
import { client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { FileDialog } from "./file-dialog.tsx";
import type { FilableItem } from "./file-dialog.tsx";
import { NotApplicableDialog } from "./not-applicable-dialog.tsx";
import { useDocumentChange } from "./documents.ts";
import type { ExpectedDocument } from "./documents.ts";

/** What can be done about a document as a whole: file an item as it, or say that it does not apply. */
export function DocumentActions({ document, items }: { document: ExpectedDocument; items: readonly FilableItem[] }) {
  const { company } = useWorkspace();
  const [open, setOpen] = useState<"file" | "not applicable">();
  const [mayFile, mayDecide] = [useCan("evidence.file"), useCan("controls.setApplicability")];
  const { make, busy } = useDocumentChange();
  const which = { companyId: company.id, controlId: document.controlId, documentId: document.id };
  const applies = document.notApplicable === null;
  // What is on file, or may be in a moment, needs no such decision.
  const undecided = applies && ["missing", "returned", "expired"].includes(document.state);
  if (!(mayFile && applies) && !(mayDecide && (undecided || !applies))) return null;
  return (
    <div className="document-actions">
      {mayFile && applies && (
        <Button size="small" icon={FilePlus2} onClick={() => setOpen("file")}>
          {document.filings.length === 0 ? "File" : "File another"}
          <VisuallyHidden> as {document.title}</VisuallyHidden>
        </Button>
      )}
      {mayDecide && undecided && (
        <Button size="small" kind="quiet" onClick={() => setOpen("not applicable")}>
          Mark as not applicable<VisuallyHidden>, {document.title}</VisuallyHidden>
        </Button>
      )}
      {mayDecide && !applies && (
        <Button
          size="small"
          disabled={busy}
          onClick={() =>
            make({ change: () => client.documents.takeBackNotApplicable(which), done: `${document.title}: applicable` })
          }
        >
          Mark as applicable<VisuallyHidden>, {document.title}</VisuallyHidden>
        </Button>
      )}
      {open === "file" && <FileDialog documents={[document]} items={items} onClose={() => setOpen(undefined)} />}
      {open === "not applicable" && <NotApplicableDialog document={document} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
