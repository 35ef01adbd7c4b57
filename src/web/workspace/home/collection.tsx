import { Link } from "react-router";
import { Mark } from "#web/design/mark.tsx";
import { sayCollection } from "./collection-words.ts";
import type { Overview } from "./overview.ts";

/** Whether evidence comes in by itself as it should: one line, and the way to where it is looked after. */
export function Collection({ overview: { connections } }: { overview: Overview }) {
  const { none, well, reads, sentence, gaps } = sayCollection(connections);
  if (none) return null;
  const troubled = connections.filter(({ state }) => state === "needs attention");
  const [only] = troubled;
  return (
    <section className="home-collection" aria-label="Collection">
      <Mark finding={!well ? "failing" : reads ? "passing" : "needs evidence"}>{sentence}</Mark>
      {gaps && <span className="quiet">{gaps}</span>}
      {only && troubled.length === 1 ? (
        <Link className="link link-alone to-end" to={`/dashboard/integrations?manage=${only.id}`}>
          Review connection
        </Link>
      ) : (
        <Link className="link link-alone to-end" to="/dashboard/integrations">
          Integrations
        </Link>
      )}
    </section>
  );
}
