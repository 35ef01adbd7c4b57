import { Link } from "react-router";
import { asSentence } from "#domain/as-sentence.ts";
import { sayToReview } from "./next-words.ts";
import type { Overview } from "./overview.ts";

/** What waits for the person who looks: documents to review, and their own that were returned. Nothing for whom there is none. */
export function OwnDocuments({ overview: { documents } }: { overview: Overview }) {
  const { toReview, returned } = documents;
  if (toReview + returned.length === 0) return null;
  return (
    <section className="above-24" aria-label="For you">
      <h2 className="title-card">For You</h2>
      <ul className="lines above-4">
        {toReview > 0 && (
          <li>
            <Link className="firm underlines" to="/dashboard/projects">
              {sayToReview(toReview)}
            </Link>
          </li>
        )}
        {returned.map(({ controlId, documentId, title, reason }) => (
          <li key={documentId}>
            <Link className="firm underlines" to={`/dashboard/controls/${controlId}?document=${documentId}`}>
              {title} was returned
            </Link>
            <span className="own-line quiet">{asSentence(reason)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
