import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { textOf } from "./registers.ts";

const DAY_MS = 86_400_000;
/** Who comes back within so many days was not away: whoever is late gets no new time by a new record. */
const AWAY_DAYS = 90;

/** A time for which somebody worked here. */
interface TimeOfWork {
  /** When it began; NaN where that cannot be told. */
  readonly first: number;
  /** The records of People that it goes by. */
  readonly rows: readonly SnapshotRow[];
}

/**
 * Since when somebody has worked here, by a row of People: as it says or ever said, or as another record of the same person says, also one
 * that ended, where it began earlier and they were not away between the two for 90 days. NaN where one of these does not say when it began,
 * or where it was not sealed what it said before.
 */
export function firstDayOf(
  rows: readonly SnapshotRow[],
  who: (id: string) => string = (id) => id,
): (row: SnapshotRow) => number {
  const times = timesOfWork(rows, who);
  return (row) => times.get(row)?.first ?? Number.NaN;
}

/** By each row of People the time of work that it is of, as {@link firstDayOf} tells when it began. */
export function timesOfWork(
  rows: readonly SnapshotRow[],
  who: (id: string) => string,
): ReadonlyMap<SnapshotRow, TimeOfWork> {
  const timeOf = new Map<SnapshotRow, TimeOfWork>();
  for (const own of Map.groupBy(rows, ({ id }) => who(id)).values())
    for (const time of timesOf(own)) for (const row of time.rows) timeOf.set(row, time);
  return timeOf;
}

/** The same of all records of one person: from the earliest on, each that begins within 90 days of what came before goes on with it. */
function timesOf(own: readonly SnapshotRow[]): readonly TimeOfWork[] {
  const days = own.map((row) => ({ row, start: startOf(row), left: leftSinceOf(row) }));
  if (days.some(({ start }) => Number.isNaN(start))) return [{ first: Number.NaN, rows: own }];
  const times: { first: number; rows: SnapshotRow[] }[] = [];
  let left = -Infinity;
  for (const { row, start, left: end } of days.toSorted((a, b) => a.start - b.start)) {
    if (left + AWAY_DAYS * DAY_MS <= start) times.push({ first: start, rows: [] });
    times.at(-1)!.rows.push(row);
    left = times.at(-1)!.rows.length === 1 ? end : Math.max(left, end);
  }
  return times;
}

/** The earliest day on which somebody started by a row. */
const startOf = (row: SnapshotRow): number =>
  Math.min(Date.parse(textOf(row, "startsAt") ?? ""), Date.parse(row.firstStart ?? ""));

/**
 * From when on it is believed that somebody was away: from their last day, or from when that was written, if it was written later. Never
 * where nobody stated a last day, or where it was not sealed when somebody did.
 */
function leftSinceOf(row: SnapshotRow): number {
  const since = Math.max(Date.parse(textOf(row, "endsAt") ?? ""), Date.parse(row.endSaidAt ?? ""));
  return Number.isNaN(since) ? Infinity : since;
}
