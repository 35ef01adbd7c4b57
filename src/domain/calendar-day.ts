const DAY_MS = 24 * 60 * 60_000;
/** How much earlier than in UTC a day begins where it begins first, in milliseconds: it may be tomorrow already where somebody types. */
export const EASTERNMOST_MS = 14 * 3_600_000;

/** The day in UTC of an instant, `2026-11-22`. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The instant at which a day in UTC, `2026-11-22`, is over. */
export function endOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
}

/** The day so many days after another one; before it where `days` is negative. */
export function daysAfter(day: string, days: number): string {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));
}
