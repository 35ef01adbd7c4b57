import { useState } from "react";
import { Link } from "react-router";
import { client } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { useWorkspace } from "../company-context.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";
import { useDocumentChange } from "./documents.ts";
import type { DocumentFiling, ExpectedDocument } from "./documents.ts";
import { PrintMenu } from "./print-menu.tsx";
import { ReturnDialog } from "./return-dialog.tsx";

interface FilingLineProps {
  document: ExpectedDocument;
  filing: DocumentFiling;
}

/** One filing: the item, its period, who filed it and what the reviewer said, with the buttons of the person who looks. */
export function FilingLine({ document, filing }: FilingLineProps) {
  const { item, from, to, filedBy, filedAt, review, printed } = filing;
  const period = from === to ? longDate(to) : `${longDate(from)} to ${longDate(to)}`;
  return (
    <div className="document-filing">
      <p>
        <Link className="exhibit-number" to={`/dashboard/evidence?item=${item.id}`}>
          {spokenNumber(item.exhibit)}
        </Link>{" "}
        {item.name}
        <span className="own-line fine quiet">Covers {period}</span>
        <span className="own-line fine quiet">
          Filed by {filedBy.name}, {longDate(filedAt)}. <ReviewWords document={document} filing={filing} />
        </span>
      </p>
      {review && !review.accepted && <blockquote className="document-reason">{review.reason}</blockquote>}
      <div className="document-actions">
        {printed && <PrintMenu documents={[document]} exhibit={item.exhibit} />}
        <FilingActions document={document} filing={filing} />
      </div>
    </div>
  );
}

function ReviewWords({ document, filing: { id, review } }: FilingLineProps) {
  if (!review) return "Not reviewed yet.";
  return (
    <>
      {review.accepted ? "Accepted" : "Returned"} by {review.by.name}, {longDate(review.at)}.
      {review.own &&
        ` ${(document.filingId === id && document.reason) || "The same person filed and reviewed it: nobody else could."}`}
    </>
  );
}

function FilingActions({ document, filing }: FilingLineProps) {
  const { company, person } = useWorkspace();
  const [returning, setReturning] = useState(false);
  const { make, busy } = useDocumentChange();
  const { item, review, mayReview, mayWithdraw, from, to } = filing;
  const which = { companyId: company.id, filingId: filing.id };
  const { controlId, id: documentId } = document;
  const of = (
    <VisuallyHidden>
      {" "}
      {spokenNumber(item.exhibit)} as {document.title}
    </VisuallyHidden>
  );
  const ownReview = review?.by.userId === person.id;
  if (!mayReview && !mayWithdraw && !ownReview) return null;
  return (
    <>
      {mayReview && (
        <>
          <Button
            size="small"
            kind="primary"
            disabled={busy}
            onClick={() =>
              make({
                change: () => client.documents.accept(which),
                done: `${document.title}: accepted`,
                undo: () => client.documents.withdrawReview(which),
              })
            }
          >
            Accept{of}
          </Button>
          <Button size="small" disabled={busy} onClick={() => setReturning(true)}>
            Return{of}
          </Button>
        </>
      )}
      {ownReview && (
        <Button
          size="small"
          kind="quiet"
          disabled={busy}
          onClick={() => make({ change: () => client.documents.withdrawReview(which), done: "Review withdrawn" })}
        >
          Withdraw your review<VisuallyHidden> of {document.title}</VisuallyHidden>
        </Button>
      )}
      {mayWithdraw && (
        <Button
          size="small"
          kind="quiet"
          disabled={busy}
          onClick={() =>
            make({
              change: () => client.documents.withdraw(which),
              done: `${spokenNumber(item.exhibit)} withdrawn as this document`,
              undo: () =>
                client.documents.file({ companyId: company.id, controlId, documentId, evidenceId: item.id, from, to }),
            })
          }
        >
          Withdraw{of}
        </Button>
      )}
      {returning && <ReturnDialog document={document} filing={filing} onClose={() => setReturning(false)} />}
    </>
  );
}
