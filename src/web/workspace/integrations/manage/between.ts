import { timeNow } from "#web/clock.ts";
import { minuteOfDay, registerTime } from "#web/design/dates.ts";

/** `between 14:00 and 15:00 UTC on May 14`: the two observations between which something changed. */
export function between({ after, before }: { after: string; before: string }, now = timeNow()): string {
  const sameDay = after.slice(0, 10) === before.slice(0, 10);
  if (!sameDay) return `between ${registerTime(after, now)} and ${registerTime(before, now)} UTC`;
  const day = registerTime(after, now).replace(/ \d\d:\d\d$/, "");
  const [from, to] = [minuteOfDay(after), minuteOfDay(before)];
  return from === to ? `at ${to} UTC on ${day}` : `between ${from} and ${to} UTC on ${day}`;
}
