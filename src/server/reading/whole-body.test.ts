import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { wholeBody } from "./whole-body.ts";

// The clock is set, so that nothing here waits.

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A body of so many bytes every second, that never ends by itself. */
async function* dripping(bytes: number) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    yield new Uint8Array(bytes);
  }
}
async function* whole(bytes: number) {
  yield new Uint8Array(bytes);
}
const bounds = { most: 1_000_000, failure: "policy-file-large", ms: 60_000, pace: { bytes: 500, ms: 5_000 } } as const;
/** When a body was refused, in seconds, and as what. */
async function refused(chunks: AsyncIterable<Uint8Array>, more = {}) {
  const began = Date.now();
  const reading = wholeBody(chunks, { ...bounds, ...more }).then(
    () => undefined,
    (error: { code: string }) => [error.code, (Date.now() - began) / 1_000],
  );
  await vi.advanceTimersByTimeAsync(120_000);
  return reading;
}

test("a body that drips gives its place away long before its time is over", async () => {
  expect(await refused(dripping(99))).toEqual(["request-timeout", 5]);
  expect(await refused(dripping(0))).toEqual(["request-timeout", 5]);
  // One that keeps the pace has all of its time, and no more.
  expect(await refused(dripping(200))).toEqual(["request-timeout", 60]);
  expect(await refused(dripping(200), { most: 1_100 })).toEqual(["policy-file-large", 6]);
});

test("a small body that comes at once is read, however few bytes it has, and leaves no timer behind", async () => {
  expect(await wholeBody(whole(3), bounds)).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});
