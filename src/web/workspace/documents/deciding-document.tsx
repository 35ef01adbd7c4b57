import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { frameworkName } from "../frameworks.ts";
import { useShown } from "../projects/deciding/use-shown.ts";
import { useShownHere } from "../projects/deciding/use-shown-here.ts";
import { DocumentActions, DocumentMenu } from "./document-actions.tsx";
import { DocumentAnswer } from "./document-answer.tsx";
import { shownFilings, stateWords } from "./documents.ts";
import type { ExpectedDocument } from "./documents.ts";
import type { FilableItem } from "./file-dialog.tsx";
import { FilingLine } from "./filing-line.tsx";
import "./documents.css";

interface DecidingDocumentProps {
  number: number;
  document: ExpectedDocument;
  /** What is on file under the control. */
  items: readonly FilableItem[];
}

/** One document that a control expects: how it stands, what is filed as it and who reviewed that, and the one thing to do about it. */
export function DecidingDocument({ number, document, items }: DecidingDocumentProps) {
  const { document: shown, form } = useShown();
  const isShown = shown === document.id;
  const ref = useShownHere<HTMLLIElement>(isShown, form !== undefined);
  const { title, type, validForDays, onlyFor, state, until, notApplicable } = document;
  const { finding, word } = stateWords[state];
  return (
    <li ref={ref} tabIndex={-1} data-shown={isShown || undefined}>
      <span className="deciding-number" aria-hidden="true">
        {number}
      </span>
      <div className="deciding-item">
        <div className="apart">
          <h3>{title}</h3>
          <span className="deciding-state">
            <Mark finding={finding}>{word}</Mark>
            <DocumentMenu document={document} />
          </span>
        </div>
        <p className="deciding-expects">
          {type}, counts for {validForDays} days after its period.
          {onlyFor && <> For {onlyFor.map(frameworkName).join(", ")} only.</>}
          {state === "on file" && until && <> Valid until {longDate(until)}.</>}
          {state === "expired" && until && <> Expired on {longDate(until)}.</>}
        </p>
        {notApplicable && (
          <p className="quiet">
            {notApplicable.decidedBy} marked it as not applicable until {longDate(notApplicable.until)}: “
            {notApplicable.reason}”
          </p>
        )}
        <DocumentAnswer document={document} />
        {!notApplicable &&
          shownFilings(document).map((filing) => <FilingLine key={filing.id} document={document} filing={filing} />)}
        <DocumentActions document={document} items={items} />
      </div>
    </li>
  );
}
