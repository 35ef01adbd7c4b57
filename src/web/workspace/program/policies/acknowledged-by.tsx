import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { Button } from "#web/design/button.tsx";
import { longDate } from "#web/design/dates.ts";
import { Mark } from "#web/design/mark.tsx";
import { useWorkspace } from "../../company-context.tsx";
import type { PolicyDetails } from "./policies.ts";

type People = PolicyDetails["people"];

/** Everybody to whom a policy is assigned, those first who have not acknowledged it: a page more at each press. */
export function AcknowledgedBy({ policy }: { policy: PolicyDetails }) {
  return (
    <>
      <AcknowledgedRows people={policy.people} inForce={policy.inForce!.number} />
      {policy.next !== null && <Further policy={policy} after={policy.next} />}
    </>
  );
}

function Further({ policy, after }: { policy: PolicyDetails; after: string }) {
  const { company } = useWorkspace();
  const [isAsked, setAsked] = useState(false);
  const input = { companyId: company.id, policyId: policy.id, after, limit: 200 };
  const page = useQuery({ ...api.policies.get.queryOptions({ input }), enabled: isAsked });
  if (page.data) return <AcknowledgedBy policy={page.data} />;
  return (
    <Button kind="quiet" size="small" busy={isAsked && !page.isError && "Loading..."} onClick={() => setAsked(true)}>
      Show More
    </Button>
  );
}

/** People with when they acknowledged a policy, or by when they are to. */
export function AcknowledgedRows({ people, inForce }: { people: People; inForce: number }) {
  const now = timeNow();
  return (
    <ul className="policy-people">
      {people.map(({ personId, name, due, acknowledged: said }) => (
        <li key={personId}>
          <span className="wraps">{name}</span>
          {said ? (
            <span className="fine faint">
              {longDate(said.at)}
              {said.version !== inForce && `, version ${said.version}`}
            </span>
          ) : new Date(due) <= now ? (
            <Mark finding="failing" size="small">
              Late since {longDate(due)}
            </Mark>
          ) : (
            <span className="fine faint">Due {longDate(due)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
