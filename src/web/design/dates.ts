import { timeNow } from "#web/clock.ts";

// Everything is shown in UTC, so that two people in two countries quote the same minute of the same record.
const part = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
const day = part({ month: "long", day: "numeric", year: "numeric" });
const shortDay = part({ month: "short", day: "numeric" });
const shortDayOfYear = part({ month: "short", day: "numeric", year: "numeric" });
const clock = part({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const clockWithSeconds = part({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });

/** `May 14, 2025` */
export function longDate(instant: string): string {
  return day.format(new Date(instant));
}

/** `May 14, 2025, 09:41:07 UTC` */
export function exactTime(instant: string): string {
  const date = new Date(instant);
  return `${day.format(date)}, ${clockWithSeconds.format(date)} UTC`;
}

/** `09:41:07` */
export function timeOfDay(instant: string): string {
  return clockWithSeconds.format(new Date(instant));
}

/** `09:41` */
export function minuteOfDay(instant: string): string {
  return clock.format(new Date(instant));
}

/** `May 14`, with its year when that is not this year. */
export function dayOfRecord(instant: string, now = timeNow()): string {
  const date = new Date(instant);
  return (date.getUTCFullYear() === now.getUTCFullYear() ? shortDay : shortDayOfYear).format(date);
}

/** For a register: `May 14 09:41` this year, `May 14, 2024` before. */
export function registerTime(instant: string, now = timeNow()): string {
  const date = new Date(instant);
  if (date.getUTCFullYear() !== now.getUTCFullYear()) return shortDayOfYear.format(date);
  return `${shortDay.format(date)} ${clock.format(date)}`;
}
