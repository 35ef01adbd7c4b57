import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { textOf } from "./registers.ts";

const DAY_MS = 86_400_000;
/** Who comes back within so many days was not away: whoever is late gets no new time by a new record. */
const AWAY_DAYS = 90;

/**
 * Since when somebody has worked here, by a row of People: as it says, or as another record of the same person says, also one that
 * ended, where it began earlier and they were not away between the two for 90 days. NaN where one of these does not say when it began.
 */
export function firstDayOf(
  rows: readonly SnapshotRow[],
  who: (id: string) => string = (id) => id,
): (row: SnapshotRow) => number {
  const byPerson = Map.groupBy(rows, ({ id }) => who(id));
  const startOf = (row: SnapshotRow) => Date.parse(textOf(row, "startsAt") ?? "");
  return (row) => {
    const own = byPerson.get(who(row.id)) ?? [row];
    if (own.length < 2) return startOf(row);
    // The latest before goes first, so that each is compared with the one that follows it.
    const others = own.filter((other) => other !== row).toSorted((a, b) => startOf(b) - startOf(a));
    if (others.some((other) => Number.isNaN(startOf(other)))) return Number.NaN;
    return others.reduce((first, other) => {
      const ended = Date.parse(textOf(other, "endsAt") ?? "");
      const wasAway = ended + AWAY_DAYS * DAY_MS <= first;
      return wasAway ? first : Math.min(first, startOf(other));
    }, startOf(row));
  };
}
