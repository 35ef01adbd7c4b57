import { Reason } from "#web/design/mark.tsx";
import type { Connection } from "./connection.ts";
import { accountName, stateWord } from "./connection.ts";
import { HoursStrip } from "./hours-strip.tsx";
import { OutcomeCounts } from "./outcome-counts.tsx";

/** One account in the card of its provider: its name, its last 24 hours, and how its checks stand. */
export function AccountLine({ connection, alone }: { connection: Connection; alone: boolean }) {
  const { state, attention, missing, running, hours } = connection;
  return (
    <div className="account-line">
      <p className="apart gap-12">
        <b className="cut-off strong">{accountName(connection)}</b>
        {!alone && state !== "connected" && <span className="one-line fine faint">{stateWord(connection)}</span>}
      </p>
      {attention && <Reason finding="failing">{attention}</Reason>}
      {state === "confirming" && <Reason finding="unknown">Account found. Confirm it to start collecting.</Reason>}
      {hours.some((hour) => hour.state !== "none") && <HoursStrip hours={hours} />}
      {running && <p className="fine quiet">{sayRunning(running)}</p>}
      <OutcomeCounts outcomes={connection.outcomes} />
      {!attention && missing.length > 0 && (
        <Reason finding="unknown">
          {missing.length === 1 ? "1 permission was" : `${missing.length} permissions were`} not granted.
        </Reason>
      )}
    </div>
  );
}

/** Where the run is that waits or is under way. */
export function sayRunning({ state, step, stepsDone, stepsTotal }: NonNullable<Connection["running"]>): string {
  if (state === "waiting") return "Waiting to collect";
  const of = stepsTotal > 0 ? ` (${Math.min(stepsDone + 1, stepsTotal)} of ${stepsTotal})` : "";
  return `Collecting: ${step || "the account"}${of}`;
}
