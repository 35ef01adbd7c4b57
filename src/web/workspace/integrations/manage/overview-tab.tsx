import { exactTime, registerTime } from "#web/design/dates.ts";
import { Reason } from "#web/design/mark.tsx";
import { PanelSection } from "#web/design/side-panel.tsx";
import { stateWord } from "../connection.ts";
import { HoursStrip } from "../hours-strip.tsx";
import { sayHours } from "../hours-words.ts";
import { lastSync } from "../last-sync.ts";
import { MissingScopes } from "../missing-scopes.tsx";
import { OutcomeCounts } from "../outcome-counts.tsx";
import { RunProgress } from "../run-progress.tsx";
import { Acts } from "./acts.tsx";
import type { TabProps } from "./manage-panel.tsx";

/** How the account is, and what can be done with it. */
export function OverviewTab(props: TabProps) {
  const { offer, connection } = props;
  const { running, attention, accountId, lastCollectedAt, nextRunAt, connectedAt, typed, method } = connection;
  const way = offer.methods.find(({ id }) => id === method)?.title;
  const facts: [string, string | null | undefined][] = [
    ["State", stateWord(connection)],
    ["Account id", accountId],
    ["Connected", connectedAt && exactTime(connectedAt)],
    ["By", way],
    ["Collected", lastCollectedAt ? lastSync(lastCollectedAt) : "Nothing yet"],
    ["Next", nextRunAt && `${registerTime(nextRunAt)} UTC`],
    ...typed.map(({ label, value }): [string, string] => [label, value]),
  ];
  return (
    <>
      {attention && <Reason finding="failing">{attention}</Reason>}
      <dl className="facts">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Acts {...props} />
      {running && (
        <PanelSection title="Under way">
          <RunProgress connectionId={connection.id} running={running} />
        </PanelSection>
      )}
      <PanelSection title="Collection">
        <HoursStrip hours={connection.hours} />
        <p className="mt-1.5 text-ink-2">{sayHours(connection.hours)}. A missed hour stays a gap. Times are in UTC.</p>
      </PanelSection>
      <PanelSection title="Checks">
        <OutcomeCounts outcomes={connection.outcomes} />
        {connection.checks.every(({ observedAt }) => observedAt === null) && (
          <p className="text-ink-2">Nothing was observed yet.</p>
        )}
      </PanelSection>
      {connection.missing.length > 0 && (
        <PanelSection title="Not granted">
          <MissingScopes offer={offer} missing={connection.missing} />
        </PanelSection>
      )}
    </>
  );
}
