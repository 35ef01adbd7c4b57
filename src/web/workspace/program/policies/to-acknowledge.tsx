import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api } from "#web/api.ts";
import { longDate } from "#web/design/dates.ts";
import { useWorkspace } from "../../company-context.tsx";
import { addressOfPolicy } from "./policies.ts";
import "./policies.css";

/** Past so many the list of all policies, just below, is the better list. */
const SHOWN_WAITING = 3;

/** What is assigned to the reader and waits for them, the first due first. */
export function ToAcknowledge() {
  const { company } = useWorkspace();
  const { data } = useQuery(api.policies.mine.queryOptions({ input: { companyId: company.id } }));
  const waiting = data?.policies.filter(({ acknowledgedAt }) => acknowledgedAt === null) ?? [];
  const first = waiting.toSorted((a, b) => a.due.localeCompare(b.due)).slice(0, SHOWN_WAITING);
  const more = waiting.length - first.length;
  if (waiting.length === 0) return null;
  return (
    <section className="policy-waiting" aria-label="Waiting for you">
      <p className="strong">
        {waiting.length === 1 ? "1 policy waits" : `${waiting.length} policies wait`} for your acknowledgment.
      </p>
      <ul>
        {first.map(({ policyId, title, due }) => (
          <li key={policyId}>
            <Link className="link" to={addressOfPolicy(policyId)}>
              {title}
            </Link>{" "}
            <span className="fine faint">due {longDate(due)}</span>
          </li>
        ))}
        {more > 0 && <li className="fine faint">and {more} more</li>}
      </ul>
    </section>
  );
}
