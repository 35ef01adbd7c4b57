import { expect, test } from "vitest";
import { timeLeft } from "./export-time.ts";

test.each([
  ["too early to tell", 200, 1_000, 2_000, undefined],
  ["nothing done yet", 0, 1_000, 9_000, undefined],
  ["half way after ten seconds", 500, 1_000, 10_000, "about 10 seconds left"],
  ["a tenth after a minute", 100, 1_000, 60_000, "about 9 minutes left"],
  ["all done", 1_000, 1_000, 60_000, undefined],
])("%s", (_, done, total, now, message) => {
  expect(timeLeft({ progress: { done, total }, stepSince: 0, now })).toBe(message);
});
