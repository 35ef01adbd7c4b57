import { lateAfterMinutes } from "#domain/collection-schedule.ts";
import { sayMinutes } from "#domain/setup-clock.ts";
import { timeNow } from "#web/clock.ts";
import type { Overview } from "./overview.ts";

type Connection = Overview["connections"][number];
type Facts = Pick<Connection, "state" | "lastCollectedAt" | "connectedAt" | "hours">;

/** How the company's connections are: how many, and which of them somebody must look after. */
export function sayCollection(connections: readonly Facts[], now = timeNow()) {
  const of = (state: Facts["state"]) => connections.filter((connection) => connection.state === state);
  const connected = of("connected");
  const lateAfter = lateAfterMinutes(everyMinutesOf(connections));
  const late = connected.filter((item) => isLate(item, now, lateAfter)).length;
  const attention = of("needs attention").length;
  const paused = of("paused").length;
  const linked = connected.length + attention + paused;
  const missed = connected.flatMap(({ hours }) => hours).filter(({ state }) => state === "missed").length;
  return {
    /** Nothing was connected yet, so there is nothing to say. */
    none: connections.length === 0,
    well: late + attention === 0,
    /** Some account is being read. Where all are paused, nothing comes in, which is neither well nor a failure. */
    reads: connected.length > 0,
    sentence: [
      linked === 0
        ? `${connections.length} ${connections.length === 1 ? "account is" : "accounts are"} being connected`
        : `${linked} ${linked === 1 ? "account" : "accounts"} connected`,
      ...(late > 0 ? [`${late} not collected for ${sayMinutes(lateAfter)}`] : []),
      ...(attention > 0 ? [`${attention} ${attention === 1 ? "needs" : "need"} attention`] : []),
      ...(paused > 0 ? [`${paused} paused`] : []),
    ]
      .join(", ")
      .replace(", ", ": "),
    gaps: missed === 0 ? "" : `${missed} ${missed === 1 ? "hour was" : "hours were"} missed in the last 24.`,
  };
}

function isLate({ lastCollectedAt, connectedAt }: Facts, now: Date, lateAfter: number): boolean {
  const since = lastCollectedAt ?? connectedAt;
  return since !== null && now.getTime() - Date.parse(since) > lateAfter * 60_000;
}

/** How often this installation reads, as its slots tell; every hour where there are none yet. */
function everyMinutesOf(connections: readonly Facts[]): number {
  const [first, second] = connections.find(({ hours }) => hours.length > 1)?.hours ?? [];
  return first && second ? Math.round((Date.parse(second.slot) - Date.parse(first.slot)) / 60_000) : 60;
}
