import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { textOf } from "./registers.ts";

const DAY_MS = 86_400_000;
/** Who comes back within so many days was not away: whoever is late gets no new time by a new record. */
const AWAY_DAYS = 90;

/**
 * Since when somebody has worked here, by a row of People: as it says or ever said, or as another record of the same person says, also one
 * that ended, where it began earlier and they were not away between the two for 90 days. NaN where one of these does not say when it began,
 * or where it was not sealed what it said before.
 */
export function firstDayOf(
  rows: readonly SnapshotRow[],
  who: (id: string) => string = (id) => id,
): (row: SnapshotRow) => number {
  const firstOf = new Map<SnapshotRow, number>();
  for (const own of Map.groupBy(rows, ({ id }) => who(id)).values())
    for (const [row, first] of firstDays(own)) firstOf.set(row, first);
  return (row) => firstOf.get(row) ?? Number.NaN;
}

/** The same of all records of one person: from the earliest on, each that begins within 90 days of what came before goes on with it. */
function firstDays(own: readonly SnapshotRow[]): readonly (readonly [SnapshotRow, number])[] {
  const days = own.map((row) => ({ row, start: startOf(row), left: leftSinceOf(row) }));
  if (days.some(({ start }) => Number.isNaN(start))) return own.map((row) => [row, Number.NaN]);
  let [first, left] = [Number.NaN, -Infinity];
  return days
    .toSorted((a, b) => a.start - b.start)
    .map(({ row, start, left: end }) => {
      const wasAway = left + AWAY_DAYS * DAY_MS <= start;
      [first, left] = wasAway ? [start, end] : [first, Math.max(left, end)];
      return [row, first];
    });
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
