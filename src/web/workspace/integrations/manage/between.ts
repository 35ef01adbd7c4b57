import { minuteOfDay, registerTime } from "#web/design/dates.ts";

/** `14:00 and 15:00 UTC on May 14`: between which two observations something changed. */
export function between({ after, before }: { after: string; before: string }, now = new Date()): string {
  const sameDay = after.slice(0, 10) === before.slice(0, 10);
  if (!sameDay) return `${registerTime(after, now)} and ${registerTime(before, now)} UTC`;
  const day = registerTime(after, now).replace(/ \d\d:\d\d$/, "");
  return `${minuteOfDay(after)} and ${minuteOfDay(before)} UTC on ${day}`;
}
