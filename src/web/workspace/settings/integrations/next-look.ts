import type { Delivery } from "./types.ts";

const SOON_MS = 2_000;
const LATER_MS = 60_000;

/**
 * In how many milliseconds a log of deliveries is worth asking for again: soon while one is being sent or is due, at the next attempt
 * where one waits for it, and never when each has arrived or failed for good.
 */
export function nextLookMs(deliveries: readonly Pick<Delivery, "state" | "nextTryAt">[], now: number): number | false {
  const waits = deliveries
    .filter(({ state }) => state === "waiting")
    .map(({ nextTryAt }) => (nextTryAt === null ? 0 : new Date(nextTryAt).getTime() - now));
  return waits.length === 0 ? false : Math.min(LATER_MS, Math.max(SOON_MS, Math.min(...waits)));
}
