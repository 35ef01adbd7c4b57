import { useState } from "react";
import { SearchInput, Select } from "#web/design/input.tsx";
import type { ConnectionCheck, Outcome } from "../connection.ts";
import { count } from "../connection.ts";
import { outcomes } from "../outcomes.ts";
import { CheckLine } from "./check-line.tsx";
import { bySeverity } from "./check-order.ts";
import type { TabProps } from "./manage-panel.tsx";

const shown: readonly Outcome[] = ["fail", "unknown", "pass", "not applicable"];

/** Every check of the account, what fails first, with the resources that it fails on. */
export function ChecksTab({ connection, provider, opened }: TabProps) {
  const [search, setSearch] = useState("");
  const [outcome, setOutcome] = useState<Outcome | "">("");
  const checks = connection.checks
    .filter((check) => (outcome === "" || check.outcome === outcome) && speaksOf(check, search))
    .toSorted(bySeverity);
  if (connection.checks.length === 0) return <p className="quiet">No checks have run yet.</p>;
  return (
    <>
      <div className="toolbar">
        <SearchInput
          label="Search checks and resources"
          placeholder="Check or resource"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select aria-label="Outcome" value={outcome} onChange={(event) => setOutcome(event.target.value as Outcome)}>
          <option value="">All</option>
          {shown.map((item) => (
            <option key={item} value={item}>
              {outcomes[item].word} ({connection.checks.filter((check) => check.outcome === item).length})
            </option>
          ))}
        </Select>
      </div>
      <p className="below-12 above-8 fine faint" role="status">
        {count(checks.length, "check")}
      </p>
      {checks.length === 0 ? (
        <p className="above-8 quiet">No checks or resources match.</p>
      ) : (
        <ul className="lines check-lines" aria-label="Checks">
          {checks.map((check) => (
            <li key={check.id}>
              <CheckLine
                connection={connection}
                provider={provider}
                check={check}
                search={search}
                open={opened.check === check.id}
                onToggle={(open) => opened.openCheck(connection.id, open ? check.id : undefined)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function speaksOf({ title, id, open }: ConnectionCheck, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return (
    wanted === "" ||
    title.toLowerCase().includes(wanted) ||
    id.includes(wanted) ||
    open.some(({ label }) => label.toLowerCase().includes(wanted))
  );
}
