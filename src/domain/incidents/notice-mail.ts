import type { Clock } from "../registers/clock.ts";

const HOUR_MS = 3_600_000;
/** Hours after the discovery in which notice is decided. */
const DECIDED_WITHIN = 72;
/** So long before the first deadline an incident is mailed. */
const AHEAD = 24;

/**
 * Whether an incident on which nobody decided is mailed at an instant: from a day before its 72 hours end, or before an earlier deadline of a
 * law or contract, until the 72 hours are over.
 */
export function isMailedAt(now: Date, discoveredAt: Date, clocks: readonly Clock[]): boolean {
  const ends = decisionDue(discoveredAt).getTime();
  const first = clocks.reduce(
    (least, { dueAt }) => (dueAt === null ? least : Math.min(least, Date.parse(dueAt))),
    ends,
  );
  return now.getTime() >= first - AHEAD * HOUR_MS && now.getTime() < ends && now >= discoveredAt;
}

/** Until when notice is decided. */
export const decisionDue = (discoveredAt: Date): Date => new Date(discoveredAt.getTime() + DECIDED_WITHIN * HOUR_MS);
