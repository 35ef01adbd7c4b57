import { FilePlus2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { PanelSection } from "#web/design/side-panel.tsx";
import { useCan } from "../company-context.tsx";
import { useDocuments } from "./documents.ts";
import type { DocumentFiling, ExpectedDocument } from "./documents.ts";
import { FileDialog } from "./file-dialog.tsx";
import type { FilableItem } from "./file-dialog.tsx";
import { FilingLine } from "./filing-line.tsx";
import "./documents.css";

interface FiledAsProps {
  item: FilableItem & {
    readonly controls: readonly string[];
    readonly superseded: boolean;
    readonly withdrawn: boolean;
    readonly matterId: string | null;
  };
  titleOf: (controlId: string) => string;
}

/** The expected documents that an item is filed as, each with its review; and the way to file it as another one. */
export function FiledAs({ item, titleOf }: FiledAsProps) {
  const [filing, setFiling] = useState(false);
  const mayFile = useCan("evidence.file");
  const documents = useDocuments().filter(({ controlId }) => item.controls.includes(controlId));
  const filed = documents.flatMap((document) =>
    document.filings.filter((filing) => filing.item.id === item.id).map((filing) => ({ document, filing: filing })),
  );
  const open = documents.filter(
    ({ id, notApplicable }) => !notApplicable && filed.every((item) => item.document.id !== id),
  );
  const fileable = mayFile && !item.superseded && !item.withdrawn && item.matterId === null && open.length > 0;
  if (filed.length === 0 && !fileable) return null;
  return (
    <PanelSection
      title="Filed as"
      aside={
        fileable && (
          <Button size="small" icon={FilePlus2} onClick={() => setFiling(true)}>
            File as document
          </Button>
        )
      }
    >
      {filed.length === 0 ? (
        <p className="quiet">Supporting evidence. Not filed as an expected document.</p>
      ) : (
        <ul className="lines">
          {filed.map((item) => (
            <li key={item.filing.id} className="document">
              <div className="apart">
                <Link className="link firm" to={`/dashboard/controls/${item.document.controlId}`}>
                  {item.document.title}
                </Link>
                <FilingMark {...item} />
              </div>
              <p className="fine faint">Expected document of {titleOf(item.document.controlId)}</p>
              <FilingLine {...item} />
            </li>
          ))}
        </ul>
      )}
      {filing && <FileDialog documents={open} items={[item]} onClose={() => setFiling(false)} />}
    </PanelSection>
  );
}

/** How one filing stands, which may differ from how its document does. */
function FilingMark({ filing: { review, until }, document }: { filing: DocumentFiling; document: ExpectedDocument }) {
  if (!review) return <Mark finding="needs evidence">Waiting for review</Mark>;
  if (!review.accepted) return <Mark finding="failing">Returned</Mark>;
  if (document.state === "expired") return <Mark finding="unknown">Expired</Mark>;
  return <Mark finding="passing">Until {longDate(until)}</Mark>;
}
