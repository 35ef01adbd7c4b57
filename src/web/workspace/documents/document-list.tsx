import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { frameworkName } from "../frameworks.ts";
import { DocumentActions } from "./document-actions.tsx";
import { FilingLine } from "./filing-line.tsx";
import type { FilableItem } from "./file-dialog.tsx";
import { shownFilings, stateWords } from "./documents.ts";
import type { ExpectedDocument } from "./documents.ts";
import "./documents.css";

interface DocumentListProps {
  documents: readonly ExpectedDocument[];
  /** Documents for other frameworks than this one are left out. */
  framework?: string | undefined;
  /** What is on file under the control. */
  items: readonly FilableItem[];
}

/** The documents that a control expects: how each stands, for what period, who filed and who reviewed it, and what to do. */
export function DocumentList({ documents, framework, items }: DocumentListProps) {
  const concerned = documents.filter(
    ({ onlyFor }) => !onlyFor || framework === undefined || onlyFor.some((key) => key === framework),
  );
  const count = (state: ExpectedDocument["state"]) => concerned.filter((one) => one.state === state).length;
  const apply = concerned.length - count("not applicable");
  return (
    <>
      <p className="below-4 fine faint">
        {count("on file")} of {apply} on file
      </p>
      <ul className="lines" aria-label="Expected documents">
        {concerned.map((document) => (
          <li key={document.id} className="document">
            <DocumentLine document={document} items={items} />
          </li>
        ))}
      </ul>
    </>
  );
}

function DocumentLine({ document, items }: { document: ExpectedDocument; items: readonly FilableItem[] }) {
  const { title, type, validForDays, onlyFor, state, until, notApplicable } = document;
  const { finding, word } = stateWords[state];
  return (
    <>
      <div className="apart">
        <h3 className="firm">{title}</h3>
        <Mark finding={finding}>{word}</Mark>
      </div>
      <p className="fine faint">
        {type}, counts for {validForDays} days after its period
        {onlyFor && <>, for {onlyFor.map(frameworkName).join(", ")}</>}
        {state === "on file" && until && <>. Until {longDate(until)}</>}
        {state === "expired" && until && <>. Expired on {longDate(until)}</>}
      </p>
      {notApplicable && (
        <p className="quiet">
          {notApplicable.decidedBy} marked it as not applicable until {longDate(notApplicable.until)}: “
          {notApplicable.reason}”
        </p>
      )}
      {!notApplicable &&
        shownFilings(document).map((filing) => <FilingLine key={filing.id} document={document} filing={filing} />)}
      <DocumentActions document={document} items={items} />
    </>
  );
}
