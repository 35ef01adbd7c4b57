import { expect, test } from "vitest";
import { nextLookMs } from "./next-look.ts";

const now = Date.UTC(2026, 10, 24, 5);
const later = (seconds: number) => new Date(now + seconds * 1_000).toISOString();

test("a delivery that is being sent is asked for again, however many attempts were counted", () => {
  expect(nextLookMs([{ state: "waiting", nextTryAt: null }], now)).toBe(2_000);
  expect(nextLookMs([{ state: "waiting", nextTryAt: later(-30) }], now)).toBe(2_000);
});

test("one that waits is asked for at its next attempt, within a minute", () => {
  expect(nextLookMs([{ state: "waiting", nextTryAt: later(5) }], now)).toBe(5_000);
  expect(nextLookMs([{ state: "waiting", nextTryAt: later(18_000) }], now)).toBe(60_000);
  const two = [later(18_000), later(7)].map((nextTryAt) => ({ state: "waiting", nextTryAt }) as const);
  expect(nextLookMs(two, now)).toBe(7_000);
});

test("what has arrived or failed is not asked for again", () => {
  const ended = (["delivered", "failed"] as const).map((state) => ({ state, nextTryAt: null }));
  expect(nextLookMs(ended, now)).toBe(false);
  expect(nextLookMs([], now)).toBe(false);
});
