import { timeNow } from "#web/clock.ts";

const DAY = 24 * 60 * 60 * 1000;
const SOON_DAYS = 30;

/** How long an item still counts: in words, and how urgent that is. */
export interface TimeLeft {
  readonly words: string;
  readonly state: "current" | "soon" | "over";
}

/** What is left until an instant, in whole days: `12 days left`, `Expires today`, `Expired 3 days ago`. Soon is within 30 days. */
export function timeLeft(until: string, now = timeNow()): TimeLeft {
  const ms = Date.parse(until) - now.getTime();
  const days = Math.floor(Math.abs(ms) / DAY);
  const count = days === 1 ? "1 day" : `${days.toLocaleString("en-US")} days`;
  if (ms <= 0) return { words: days === 0 ? "Expired today" : `Expired ${count} ago`, state: "over" };
  return { words: days === 0 ? "Expires today" : `${count} left`, state: days < SOON_DAYS ? "soon" : "current" };
}
