import type { SnapshotRow } from "../registers/snapshot.ts";
import type { PrintedTable } from "./layout.ts";
import { isWithin } from "./period.ts";
import type { Period } from "./period.ts";

/** The rows of its list that a table prints, for a period. */
export function selectRows(
  { states = ["open"], where, inPeriod }: PrintedTable,
  rows: readonly SnapshotRow[],
  period: Period,
): readonly SnapshotRow[] {
  return rows.filter((row) => {
    const value = where && row.fields[where.field];
    const isMeant = !where || (typeof value === "string" && where.is.includes(value));
    const isThen = inPeriod === undefined || isWithin(row.fields[inPeriod], period);
    return states.includes(row.state) && isMeant && isThen;
  });
}

/** "1 action", "2 actions", "No actions". */
export const counted = (count: number, [single, many]: readonly [string, string]): string =>
  count === 1 ? `1 ${single}` : `${count === 0 ? "No" : grouped(count)} ${many}`;

// Written out: an engine without Intl draws the same.
function grouped(count: number): string {
  return count < 1_000
    ? String(count)
    : `${grouped(Math.floor(count / 1_000))},${String(count % 1_000).padStart(3, "0")}`;
}
