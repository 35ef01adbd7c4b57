import { timeNow } from "#web/clock.ts";
import { registerTime } from "#web/design/dates.ts";

const MINUTE = 60_000;

/** How long ago something was read: `Just now`, `12 min ago`, `5 h ago`, and the day when it is longer. */
export function lastSync(instant: string, now = timeNow()): string {
  const minutes = Math.floor((now.getTime() - new Date(instant).getTime()) / MINUTE);
  if (minutes < 1) return "Just now";
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : `${registerTime(instant, now)} UTC`;
}
