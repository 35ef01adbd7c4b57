import { exactTime, registerTime } from "#web/design/dates.ts";
import { PanelSection } from "#web/design/side-panel.tsx";
import { stateWord, needsConfirmation } from "../connection.ts";
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
  const { provider, offer, connection, mayManage } = props;
  const { running, attention, accountId, lastCollectedAt, nextRunAt, connectedAt, typed, method } = connection;
  const way = offer.methods.find(({ id }) => id === method)?.title;
  const facts: [string, string | null | undefined][] = [
    ["State", stateWord(connection)],
    ["Account ID", accountId],
    ["Connected", connectedAt && exactTime(connectedAt)],
    ["By", way],
    ["Collected", lastCollectedAt ? `${lastSync(lastCollectedAt)}, ${exactTime(lastCollectedAt)}` : "Nothing yet"],
    ["Next", nextRunAt && `${registerTime(nextRunAt)} UTC`],
    ...typed.map(({ label, value }): [string, string] => [label, value]),
  ];
  return (
    <>
      {attention && <Attention connection={connection} vendor={provider.name} mayManage={mayManage} />}
      <dl className="facts">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="unboxed">
                <dt>{label}</dt>
                <dd className="wraps">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Acts {...props} />
      {running && (
        <PanelSection title="Collecting">
          <RunProgress connectionId={connection.id} running={running} />
        </PanelSection>
      )}
      <PanelSection title="Collection">
        <HoursStrip hours={connection.hours} />
        <p className="above-6 quiet">
          {sayHours(connection.hours)}. Missed hours stay visible as gaps. Times are in UTC.
        </p>
      </PanelSection>
      <PanelSection title="Checks">
        <OutcomeCounts outcomes={connection.outcomes} />
        {connection.checks.every(({ observedAt }) => observedAt === null) && (
          <p className="quiet">No checks have run yet.</p>
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

/** Why nothing is collected any more, and what whoever may mend it can do. */
function Attention({ connection, vendor, mayManage }: Pick<TabProps, "connection" | "mayManage"> & { vendor: string }) {
  const { attention, state } = connection;
  const confirms = needsConfirmation(connection);
  return (
    <div className="connection-attention">
      <p className="strong">{attention}</p>
      {confirms && !mayManage && <p className="quiet">Ask an owner or an admin to confirm it.</p>}
      {state === "needs attention" && !confirms && (
        <p className="quiet">
          Collection is stopped until this is fixed. Collected evidence stays on file.{" "}
          {mayManage
            ? `Use Reconnect to enter new credentials for this account, or Try again after a fix at ${vendor}.`
            : "Ask an owner or an admin to reconnect it."}
        </p>
      )}
    </div>
  );
}
