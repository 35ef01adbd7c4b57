/** The day (UTC) of an instant that AWS writes, as ISO 8601 or as a Unix time in seconds; null for neither. */
export function dayOf(time: unknown): string | null {
  return instantOf(time)?.toISOString().slice(0, 10) ?? null;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Whether an instant, written as above, lies in the 24 hours before another; null where none is written. */
export function inLastDay(time: unknown, now: Date): boolean | null {
  const instant = instantOf(time);
  return instant ? now.getTime() - instant.getTime() <= DAY_MS : null;
}

function instantOf(time: unknown): Date | undefined {
  const instant = typeof time === "number" ? new Date(time * 1000) : new Date(typeof time === "string" ? time : "");
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
