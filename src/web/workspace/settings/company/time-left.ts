const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** How long something is still open: `in 7 days`, `in 5 hours`, `within the hour`. Rounded to the nearest. */
export function timeLeft(until: string, now: Date): string {
  const left = new Date(until).getTime() - now.getTime();
  const [days, hours] = [Math.round(left / DAY_MS), Math.round(left / HOUR_MS)];
  if (hours >= 36) return `in ${days} days`;
  if (hours >= 24) return "in 1 day";
  if (hours >= 1) return hours === 1 ? "in 1 hour" : `in ${hours} hours`;
  return "within the hour";
}
