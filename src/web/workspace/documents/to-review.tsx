import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { useWorkspace } from "../company-context.tsx";
import { spokenNumber } from "../exhibit-numbers.ts";

/** The documents that wait for a review by the person who looks, the oldest first; nothing for whom there is none. */
export function ToReview() {
  const { company } = useWorkspace();
  // Asked for here: the module of all that is done with documents would be a part of its own in the list of routes.
  const documents = useQuery(api.documents.list.queryOptions({ input: { companyId: company.id } }));
  const waiting = (documents.data ?? [])
    .flatMap((document) =>
      document.filings.filter(({ mayReview }) => mayReview).map((filing) => ({ document, filing })),
    )
    .toSorted((a, b) => a.filing.filedAt.localeCompare(b.filing.filedAt));
  if (waiting.length === 0) return null;
  return (
    <section className="yours" aria-label="For you to review">
      <h2>For you to review</h2>
      <ul className="lines">
        {waiting.map(({ document, filing }) => (
          <li key={filing.id}>
            <Link className="link" to={`/dashboard/controls/${document.controlId}`}>
              {document.title}
            </Link>
            <span className="faint">
              {filing.filedBy.name}, {longDate(filing.filedAt)}
            </span>
            <span className="exhibit-number">{spokenNumber(filing.item.exhibit)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
