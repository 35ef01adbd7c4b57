import type { Manifest } from "#connectors/connector.ts";
import { msUntil } from "./instants.ts";
import type { Headers } from "./instants.ts";

/** "Slow down", and for how long where the vendor says. */
export interface Limited {
  readonly ms: number | undefined;
}

interface Refused {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Whether an answer means "slow down": 429; Retry-After on 403 or 503; and of 403s without it those that GitHub marks by a header, by no
 * requests remaining, or in words alone (all seven forms are recorded); and what the manifest adds. Otherwise undefined.
 */
export function limitedBy(answer: Refused, limited: Manifest["limited"], now: Date): Limited | undefined {
  const { status, headers, body } = answer;
  const message = msUntil(headers["retry-after"], headers, now);
  const spent = ["x-ratelimit-remaining", "x-rate-limit-remaining", "ratelimit-remaining"].some(
    (name) => headers[name]?.trim() === "0",
  );
  const isLimit =
    status === 429 ||
    ((status === 403 || status === 503) && headers["retry-after"] !== undefined) ||
    (status === 403 && (spent || "gh-limited-by" in headers || /secondary rate limit|abuse detection/i.test(body))) ||
    (status >= 400 && limited?.(status, body) === true);
  if (!isLimit) return undefined;
  const resets = headers["x-ratelimit-reset"] ?? headers["x-rate-limit-reset"] ?? headers["ratelimit-reset"];
  // Without a request remaining the reset is what to wait for; otherwise it says nothing about this refusal.
  return { ms: message ?? (spent ? msUntil(resets, headers, now) : undefined) };
}

const FIRST_MS = 60_000;
const LONGEST_MS = 15 * 60_000;

/** How long to wait where the vendor does not say: up to one minute, doubled each time, never over 15, by chance within it. */
export function ownWait(attempt: number, random: () => number): number {
  return random() * Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS);
}

/** How long to wait after a broken answer: up to a second, then up to two and so on, by chance. */
export function brokenWait(attempt: number, random: () => number): number {
  return random() * 1_000 * 2 ** attempt;
}
