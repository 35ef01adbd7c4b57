import fc from "fast-check";
import { expect, test } from "vitest";
import { decisionsDigest, isWorthKeeping, populationDigest, quickApproval, removalState } from "./review.ts";
import type { Sighting } from "./review.ts";

const start = new Date("2026-06-01T00:00:00.000Z");
const day = (days: number) => new Date(start.getTime() + days * 86_400_000);
const seen = (days: number, present: boolean): Sighting => ({ at: day(days), present });

test.each([
  ["nobody read since", [], 13, "waiting"],
  ["nobody read in time", [], 14, "not read"],
  ["still there in time", [seen(5, true)], 13, "waiting"],
  ["still there after its time", [seen(5, true), seen(14, true)], 15, "still there"],
  ["nothing later says more", [seen(5, true)], 15, "not read"],
  ["gone", [seen(5, true), seen(6, false)], 300, "gone"],
  ["gone too late", [seen(14, true), seen(16, false)], 20, "late"],
  ["back before 90 days", [seen(3, false), seen(92.9, true)], 100, "back"],
  ["back, in time for its first 14 days", [seen(3, false), seen(4, true)], 5, "back"],
  ["back, and removed again", [seen(3, false), seen(50, true), seen(51, false)], 60, "gone"],
  ["back after 90 days is another grant", [seen(3, false), seen(93, true)], 100, "gone"],
  ["what was read before the decision", [seen(-1, false), seen(0, false)], 20, "not read"],
] as const)("a removal: %s", (_, sightings, now, state) => {
  expect(removalState(start, sightings.toReversed(), day(now)).state).toBe(state);
});

test("what is kept of readings says the same of a removal as all of them", () => {
  const reading = fc.record({ at: fc.integer({ min: -3, max: 150 }), present: fc.boolean() });
  fc.assert(
    fc.property(fc.uniqueArray(reading, { selector: ({ at }) => at, maxLength: 12 }), (readings) => {
      const all = readings.toSorted((a, b) => a.at - b.at).map(({ at, present }) => seen(at, present));
      const kept: Sighting[] = [];
      for (const sighting of all) if (isWorthKeeping(start, kept, sighting)) kept.push(sighting);
      for (const now of [0, 13, 14, 50, 151])
        expect(removalState(start, kept, day(now)).state).toBe(removalState(start, all, day(now)).state);
    }),
  );
});

test("more than 95 % kept at less than two seconds each is quick, and nothing else", () => {
  const given = (kept: number, of: number, seconds: number) =>
    Array.from({ length: of }, (_, index) => ({
      decision: index < kept ? "keep" : "remove",
      at: new Date(start.getTime() + (index * seconds * 1_000) / Math.max(1, of - 1)),
    }));
  expect(quickApproval(given(12, 12, 19))).toEqual({ rows: 12, kept: 12, seconds: 19 });
  expect(quickApproval(given(12, 12, 24))).toBeUndefined();
  expect(quickApproval(given(19, 20, 5))).toBeUndefined();
  expect(quickApproval(given(20, 21, 5))).toEqual({ rows: 21, kept: 20, seconds: 5 });
  expect(quickApproval(given(1, 1, 0))).toBeUndefined();
  expect(quickApproval([])).toBeUndefined();
});

test("a hash is over each account with its decision, in whatever order", () => {
  const decided = (account: string, decision = "keep") => ({ account, decision, by: "mia", alone: false });
  expect(populationDigest(["b", "a"])).toBe(populationDigest(["a", "b"]));
  expect(populationDigest(["ab"])).not.toBe(populationDigest(["a", "b"]));
  const usual = decisionsDigest([decided("a"), decided("b")]);
  expect(decisionsDigest([decided("b"), decided("a")])).toBe(usual);
  expect(decisionsDigest([decided("a"), decided("b", "remove")])).not.toBe(usual);
  expect(decisionsDigest([{ ...decided("a"), alone: true }, decided("b")])).not.toBe(usual);
});
