import { dayIn } from "../registers/end-of-day.ts";
import type { Register } from "../registers/register.ts";
import type { SnapshotRow } from "../registers/snapshot.ts";
import type { PrintedTable } from "./layout.ts";
import { isWithin } from "./period.ts";
import type { Period } from "./period.ts";

/** The rows of each list of a snapshot. */
export type RowsOf = (list: string) => readonly SnapshotRow[];

/** The values of its field that a table prints rows of; undefined where it prints all. */
export function valuesOf({ where }: PrintedTable, rowsOf: RowsOf): ReadonlySet<string> | undefined {
  if (!where?.from) return where && new Set(where.is);
  const { list, field } = where.from;
  const isNamed = (value: unknown) => typeof value === "string" && where.is.includes(value);
  return new Set(rowsOf(list).flatMap(({ id, fields }) => (isNamed(fields[field]) ? [id] : [])));
}

/** The rows of its list that a table prints, for a period; `register` is what is declared of the list. */
export function selectRows(
  table: PrintedTable,
  rowsOf: RowsOf,
  period: Period,
  register: Register | undefined,
): readonly SnapshotRow[] {
  const { list, states = ["open"], where, inPeriod } = table;
  const values = valuesOf(table, rowsOf);
  const field = inPeriod === undefined ? undefined : register?.fields[inPeriod];
  const dayOf = (value: unknown) => (field && typeof value === "string" ? dayIn(field, value) : value);
  return rowsOf(list).filter((row) => {
    const value = where && row.fields[where.field];
    const isMeant = !values || (typeof value === "string" && values.has(value));
    const isThen = inPeriod === undefined || isWithin(dayOf(row.fields[inPeriod]), period);
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
