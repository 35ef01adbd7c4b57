import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { planOf } from "#catalog/plans.ts";
import { api } from "#web/api.ts";
import { Meter } from "#web/design/meter.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { usageWords } from "./usage-words.ts";

/** What the company's plan includes, and how much of it is taken. */
export function PlanUsage({ companyId }: { companyId: string }) {
  const usage = useQuery(api.companies.usage.queryOptions({ input: { companyId } }));
  return (
    <Screen data={usage} loading={<SkeletonLines lines={3} />} empty={null}>
      {({ plan, users, frameworks }) => (
        <div className="stack form-width">
          <p>
            <b className="strong">{planOf(plan).name}</b>{" "}
            <Link className="link link-alone plan-change" to="/pricing">
              All plans
            </Link>
          </p>
          <Amount
            label="Users"
            taken={users.members + users.invited}
            limit={users.limit}
            note={users.invited > 0 ? `${users.members} in the company, ${users.invited} invited` : undefined}
          />
          <Amount
            label="Frameworks"
            taken={frameworks.used}
            limit={frameworks.limit}
            note="Archived projects do not count"
          />
        </div>
      )}
    </Screen>
  );
}

interface AmountProps {
  label: string;
  taken: number;
  limit: number | null;
  note: string | undefined;
}

function Amount({ label, taken, limit, note }: AmountProps) {
  return (
    <div>
      <p className="usage-line">
        <span>{label}</span>
        <span className="">{usageWords(taken, limit)}</span>
      </p>
      {limit !== null && <Meter label={label} percent={Math.min(100, (taken / limit) * 100)} />}
      {note && <p className="above-4 small faint">{note}</p>}
    </div>
  );
}
