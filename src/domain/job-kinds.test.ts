import { expect, test } from "vitest";
import { jobKindNames, jobKindOf, waitAfterFailure } from "./job-kinds.ts";

const kind = { ...jobKindOf("mail"), attempts: 5, backOff: { first: 10, most: 35 } };

test("each wait is twice as long as the one before, up to the most, and the last try has none", () => {
  expect([1, 2, 3, 4, 5, 6].map((attempts) => waitAfterFailure(kind, attempts, 0))).toEqual([
    10,
    20,
    35,
    35,
    undefined,
    undefined,
  ]);
});

test("chance takes up to a fifth off a wait, and adds nothing", () => {
  expect(waitAfterFailure(kind, 1, 1)).toBe(8);
  expect(waitAfterFailure(kind, 3, 0.5)).toBeCloseTo(31.5);
});

test.each(jobKindNames)(
  "%s has a label, places, a lease and a wait, and keeps places free only where it has more",
  (name) => {
    const { label, atOnce, reserved = 0, leaseSeconds, attempts, backOff } = jobKindOf(name);
    expect(label).toMatch(/^[A-Z]/);
    expect(reserved).toBeLessThan(atOnce);
    expect(leaseSeconds).toBeGreaterThanOrEqual(30);
    expect(attempts).toBeGreaterThan(1);
    expect(backOff.first).toBeLessThanOrEqual(backOff.most);
  },
);
