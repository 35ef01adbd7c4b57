import type { DayRange } from "./days-covered.ts";

/** The longest window there may be, in months. */
export const LONGEST_WINDOW = 36;

/** Why days cannot be a project's audit window, as the form says it; undefined when they can. */
export function windowRefusal({ from, to }: DayRange): string | undefined {
  if (to <= from) return "The last day must be after the first";
  const latest = new Date(`${from}T00:00:00.000Z`);
  const day = latest.getUTCDate();
  latest.setUTCMonth(latest.getUTCMonth() + LONGEST_WINDOW);
  // February 29 and three years: PostgreSQL stays in the month, and so does this.
  if (latest.getUTCDate() !== day) latest.setUTCDate(0);
  if (to >= latest.toISOString().slice(0, 10)) return `A window is ${LONGEST_WINDOW} months long at most`;
  return undefined;
}
