import { useQuery } from "@tanstack/react-query";
import { leaverClock } from "#domain/registers/leaver-clock.ts";
import type { LeaverClock } from "#domain/registers/leaver-clock.ts";
import { api } from "#web/api.ts";
import { timeNow } from "#web/clock.ts";
import { exactTime, registerTime } from "#web/design/dates.ts";
import type { Finding } from "#web/design/glyph.tsx";
import { Mark } from "#web/design/mark.tsx";
import { Screen } from "#web/design/screen.tsx";
import { PanelSection } from "#web/design/side-panel.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { useWorkspace } from "../company-context.tsx";
import type { RecordDetails } from "./registers.ts";

/** So many accounts of one person are listed; nobody has more. */
const MOST = 200;

const findings: Record<LeaverClock["state"], Finding> = {
  leaving: "needs evidence",
  running: "needs evidence",
  late: "failing",
  unread: "unknown",
  undated: "unknown",
  closed: "passing",
};

/** The accounts of a person in connected systems, and how long ago they should have been closed. */
export function PersonAccounts({ person }: { person: RecordDetails }) {
  const { company } = useWorkspace();
  const input = { companyId: company.id, personId: person.id, show: "all" as const, limit: MOST };
  const answer = useQuery(api.accounts.list.queryOptions({ input }));
  if (answer.data?.sources.length === 0) return null;
  return (
    <PanelSection title="Accounts">
      <Screen data={answer} loading={<SkeletonLines lines={2} />} empty={null}>
        {({ accounts, sources }) => {
          const seen = new Map(sources.map(({ source, seenAt }) => [source, seenAt]));
          const partial = sources.filter(({ whole }) => !whole).map(({ source }) => source);
          const endsAt = person.fields["endsAt"];
          const clock =
            typeof endsAt === "string" || person.state === "ended"
              ? leaverClock(
                  typeof endsAt === "string" ? new Date(endsAt) : undefined,
                  accounts.map(({ active, source }) => ({ active, seenAt: new Date(seen.get(source) ?? 0) })),
                  timeNow(),
                )
              : undefined;
          return (
            <>
              {clock && (
                <p>
                  <Mark finding={findings[clock.state]}>{clock.words}</Mark>
                </p>
              )}
              {accounts.length === 0 ? (
                <p className="compact quiet">No account of connected systems is known to be theirs.</p>
              ) : (
                <ul className="lines compact">
                  {accounts.map(({ provider, scope, id, label, source, active, administrator }) => (
                    <li key={JSON.stringify([provider, scope, id])} className="wraps">
                      <b className="strong">{label}</b> in {source}, {stateOf(active)}
                      {administrator === true && ", administrator"}
                      <span className="own-line fine faint" title={exactTime(seen.get(source) ?? "")}>
                        Read {registerTime(seen.get(source) ?? "")} UTC
                      </span>
                    </li>
                  ))}
                </ul>
              )}
              {partial.length > 0 && (
                <p className="compact quiet wraps">Not all accounts of {partial.join(", ")} can be read.</p>
              )}
            </>
          );
        }}
      </Screen>
    </PanelSection>
  );
}

const stateOf = (active: boolean | null) => (active === null ? "state unknown" : active ? "open" : "disabled");
