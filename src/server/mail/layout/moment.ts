import { calendarDate } from "#domain/calendar-date.ts";

/** A moment as a letter writes it, to the minute: "May 14, 2025, 09:41 UTC". */
export function moment(at: Date): string {
  return `${calendarDate(at)}, ${at.toISOString().slice(11, 16)} UTC`;
}
