import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { Mark } from "#web/design/mark.tsx";
import { useWorkspace } from "../company-context.tsx";
import { sayCollection } from "./collection-words.ts";

/** Whether evidence comes in by itself as it should: one line, and the way to where it is looked after. */
export function Collection() {
  const { company } = useWorkspace();
  const { data } = useQuery(api.connections.list.queryOptions({ input: { companyId: company.id } }));
  if (!data) return null;
  const { none, well, reads, sentence, gaps } = sayCollection(data.flatMap(({ connections }) => connections));
  if (none) return null;
  const troubled = data.flatMap(({ connections }) => connections).filter(({ state }) => state === "needs attention");
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
