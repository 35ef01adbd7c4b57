import { timeNow } from "#web/clock.ts";
import { dayOfRecord } from "#web/design/dates.ts";

const DAY = 24 * 60 * 60 * 1000;

/** How soon something is due: `soon` within a week. */
export type Due = "overdue" | "soon" | "later" | "none";

/** Today in UTC, as due dates are written. */
export function today(now = timeNow()): string {
  return now.toISOString().slice(0, 10);
}

/** How soon a day is, seen from another; it is overdue once the day is over. */
export function dueOf(dueOn: string | null | undefined, on: string): Due {
  if (!dueOn) return "none";
  if (dueOn < on) return "overdue";
  return Date.parse(dueOn) - Date.parse(on) <= 7 * DAY ? "soon" : "later";
}

/** `Due May 14` or `Overdue since May 14`, with the year where it is not the one that it is seen from. */
export function dueWords(dueOn: string, on: string): string {
  return `${dueOf(dueOn, on) === "overdue" ? "Overdue since" : "Due"} ${dayOfRecord(dueOn, new Date(on))}`;
}
