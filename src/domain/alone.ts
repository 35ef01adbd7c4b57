import { ALONE_FOR_DAYS } from "./policies/policy.ts";

const DAY_MS = 86_400_000;

/**
 * Until when what somebody did alone counts, who said since when another person could have: a month from then. Null for as long as nobody
 * else could; undefined where that was not said: it does not count.
 */
export function countsUntil(anotherSince: string | null | undefined): Date | null | undefined {
  return typeof anotherSince === "string" ? new Date(Date.parse(anotherSince) + ALONE_FOR_DAYS * DAY_MS) : anotherSince;
}

/** Whether it counts now. */
export const countsAlone = (until: Date | null | undefined, now: Date): boolean =>
  until === null || (until !== undefined && now < until);
