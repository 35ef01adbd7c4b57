/** The day (UTC) of an instant that AWS writes, as ISO 8601 or as a Unix time in seconds; null for neither. */
export function dayOf(time: unknown): string | null {
  const instant = typeof time === "number" ? new Date(time * 1000) : new Date(typeof time === "string" ? time : "");
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString().slice(0, 10);
}
