import { Ellipsis, FilePlus2 } from "lucide-react";
import { client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Icon } from "#web/design/icon.tsx";
import { Menu, MenuItem } from "#web/design/menu.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";
import { useShown } from "../projects/deciding/use-shown.ts";
import { FileDialog } from "./file-dialog.tsx";
import type { FilableItem } from "./file-dialog.tsx";
import { NotApplicableDialog } from "./not-applicable-dialog.tsx";
import { useDocumentChange } from "./documents.ts";
import type { ExpectedDocument } from "./documents.ts";

/** Whether nothing is filed as a document that counts or may count in a moment. */
const isWanted = ({ state }: ExpectedDocument) => ["missing", "returned", "expired"].includes(state);

/** What else can be done about a document than its one action; nothing is shown to whom may do none of it. */
export function DocumentMenu({ document }: { document: ExpectedDocument }) {
  const { company } = useWorkspace();
  const { open } = useShown();
  const [mayFile, mayDecide] = [useCan("evidence.file"), useCan("controls.setApplicability")];
  const { make, busy } = useDocumentChange();
  const which = { companyId: company.id, controlId: document.controlId, documentId: document.id };
  const applies = document.notApplicable === null;
  const canFile = mayFile && applies && !isWanted(document);
  // What is on file, or may be in a moment, needs no such decision.
  const canDeclare = mayDecide && applies && isWanted(document);
  const canTakeBack = mayDecide && !applies && !busy;
  if (!canFile && !canDeclare && !canTakeBack) return null;
  return (
    <Menu
      label={`More actions: ${document.title}`}
      trigger={<Icon of={Ellipsis} />}
      triggerClass="button deciding-more"
      align="right"
    >
      {canFile && <MenuItem onSelect={() => open({ document: document.id, do: "file" })}>File another</MenuItem>}
      {canDeclare && (
        <MenuItem onSelect={() => open({ document: document.id, do: "not-applicable" })}>
          Mark as not applicable
        </MenuItem>
      )}
      {canTakeBack && (
        <MenuItem
          onSelect={() =>
            make({ change: () => client.documents.takeBackNotApplicable(which), done: `${document.title}: applicable` })
          }
        >
          Mark as applicable
        </MenuItem>
      )}
    </Menu>
  );
}

/** The one action about a document that nobody filed, that was sent back or is too old: file an item as it. */
export function DocumentActions({ document, items }: { document: ExpectedDocument; items: readonly FilableItem[] }) {
  const shown = useShown();
  const [mayFile, mayDecide] = [useCan("evidence.file"), useCan("controls.setApplicability")];
  const form = shown.document === document.id ? shown.form : undefined;
  const applies = document.notApplicable === null;
  return (
    <>
      {mayFile && applies && isWanted(document) && (
        <div className="deciding-actions">
          <Button size="small" icon={FilePlus2} onClick={() => shown.open({ document: document.id, do: "file" })}>
            File document<VisuallyHidden> as {document.title}</VisuallyHidden>
          </Button>
        </div>
      )}
      {form === "file" && mayFile && applies && (
        <FileDialog documents={[document]} items={items} onClose={shown.close} />
      )}
      {form === "not-applicable" && mayDecide && applies && (
        <NotApplicableDialog document={document} onClose={shown.close} />
      )}
    </>
  );
}
