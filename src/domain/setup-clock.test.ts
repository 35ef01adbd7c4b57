import fc from "fast-check";
import { expect, test } from "vitest";
import { sayMinutes, setupClock } from "./setup-clock.ts";
import type { SetupFacts } from "./setup-clock.ts";

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const facts: SetupFacts = {
  signedUpAt: at("09:00:00"),
  beganHere: true,
  reached: { company: at("09:02:00"), profile: null, project: null, evidence: null, report: null },
  now: at("09:40:59"),
};

test.each([
  ["runs from the sign-up until now", {}, { since: "sign-up", minutes: 40, running: true }],
  [
    "stops with the first report",
    { reached: { ...facts.reached, report: at("10:28:30") }, now: at("23:00:00") },
    { since: "sign-up", minutes: 88, running: false },
  ],
  [
    "begins with the company where the account had another or took it over",
    { beganHere: false },
    { since: "company", minutes: 38, running: true },
  ],
  ["is never negative", { now: at("08:00:00") }, { since: "sign-up", minutes: 0, running: true }],
  ["says nothing to whom the sign-up is not told", { signedUpAt: null }, null],
] as const)("the clock %s", (_, changed, expected) => {
  expect(setupClock({ ...facts, ...changed })).toEqual(expected);
});

test.each([
  [0, "less than a minute"],
  [1, "1 minute"],
  [59, "59 minutes"],
  [60, "1 hour"],
  [88, "1 hour 28 minutes"],
  [121, "2 hours 1 minute"],
  [24 * 60, "1 day"],
  [27 * 60 + 59, "1 day 3 hours"],
  [49 * 60, "2 days 1 hour"],
])("%i minutes are said as %s", (minutes, words) => {
  expect(sayMinutes(minutes)).toBe(words);
});

test("a report that comes later never makes the time shorter", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }), (item, more) => {
      const until = (ms: number) => {
        const report = new Date(facts.signedUpAt!.getTime() + ms);
        return setupClock({ ...facts, reached: { ...facts.reached, report } })!.minutes;
      };
      expect(until(item + more)).toBeGreaterThanOrEqual(until(item));
    }),
  );
});
