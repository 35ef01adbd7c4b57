import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeAws } from "#tests/support/judge-aws.ts";
import { narrowed } from "#tests/support/narrowed-aws.ts";

const RUNS = 300;

test.each(Object.entries(narrowed))("no %s pass that another reading does not let pass", (_, made) => {
  fc.assert(
    fc.property(made, ({ check, items, mayPass }) => {
      expect([mayPass, judgeAws(check, items).outcome]).not.toEqual([false, "pass"]);
    }),
    { numRuns: RUNS },
  );
});

test.each(Object.entries(narrowed))("some %s pass, and some may not", (_, made) => {
  const samples = fc.sample(made, { numRuns: RUNS, seed: 1 });
  expect(samples.some(({ mayPass }) => !mayPass)).toBe(true);
  expect(samples.some(({ check, items }) => judgeAws(check, items).outcome === "pass")).toBe(true);
});
