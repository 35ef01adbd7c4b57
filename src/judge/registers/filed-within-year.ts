import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { dayOf, endOfDay } from "./days.ts";
import { isFiled, textOf } from "./registers.ts";

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;

/** Until when something of this day counts; undefined where it does not any more, or is of a day to come. */
export function countsUntil(day: string | undefined, now: Date, days = YEAR_DAYS): Date | undefined {
  if (day === undefined || day > dayOf(now)) return undefined;
  const until = new Date(endOfDay(day).getTime() + days * DAY_MS);
  return now < until ? until : undefined;
}

/** Until when a record counts whose facts come from an exhibit on file that is of a day within the last 365. */
export function filedUntil(row: SnapshotRow, file: string, day: string, now: Date, days?: number): Date | undefined {
  return isFiled(row, file) ? countsUntil(textOf(row, day), now, days) : undefined;
}

/** The latest of these; undefined where there is none. */
export function latest(ends: readonly (Date | undefined)[]): Date | undefined {
  return ends.reduce((last, end) => (end && (!last || last < end) ? end : last), undefined);
}
