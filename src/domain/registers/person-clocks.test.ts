import { expect, test } from "vitest";
import { moveClocks, openOf, startClocks } from "./person-clocks.ts";
import type { Move, Start } from "./person-clocks.ts";

const HOUR = 3_600_000;
const first = new Date("2026-11-02T08:00:00Z");
const after = (hours: number) => new Date(first.getTime() + hours * HOUR);
const owed = (days: number, isDone: boolean) => ({ due: after(days * 24), isDone });
const said = (clocks: ReturnType<typeof startClocks>) =>
  clocks.map(({ label, dueAt, source, done }) => [label, dueAt, source, done]);

const start: Start = {
  startsAt: first,
  accounts: [],
  policies: [owed(30, true), owed(30, false), owed(34, false)],
  courses: [owed(30, false)],
  screening: { by: first, approved: undefined },
};

test("who starts is asked for an account within a day, for policies, courses and a screening, each until it is there", () => {
  expect(said(startClocks(start, after(5)))).toEqual([
    [
      "An account in a connected system",
      "2026-11-03T08:00:00.000Z",
      "No account that was read is known to be theirs. Create it, or say whose your accounts are",
      false,
    ],
    ["Acknowledge 3 policies", "2026-12-02T08:00:00.000Z", "1 of 3 done", false],
    ["Pass 1 course", "2026-12-02T08:00:00.000Z", "0 of 1 done", false],
    ["Screening before the first access", "2026-11-02T08:00:00.000Z", "No screening from before is approved", false],
  ]);
  const done: Start = {
    startsAt: first,
    accounts: ["dan@acme.test", "dan"].map((label) => ({ label, source: "Okta acme" })),
    policies: [owed(30, true)],
    courses: [],
    screening: { by: first, approved: "SCR-2" },
  };
  expect(startClocks(done, after(5)).map(({ source, done: isDone }) => [source, isDone])).toEqual([
    ["dan@acme.test in Okta acme and 1 more", true],
    ["1 of 1 done", true],
    ["SCR-2 is approved", true],
  ]);
  expect(openOf(startClocks(done, after(5)))).toBeUndefined();
});

test("without a system that lists accounts none is asked for, and without a reader of screenings none is told", () => {
  const clocks = startClocks({ ...start, accounts: undefined, screening: undefined }, after(5));
  expect(clocks.map(({ label }) => label)).toEqual(["Acknowledge 3 policies", "Pass 1 course"]);
});

test("a start is shown for 30 days, for 60 while something of it is open, and before the first day", () => {
  const done: Start = { ...start, accounts: undefined, policies: [owed(30, true)], courses: [], screening: undefined };
  expect([-100, 29 * 24, 30 * 24].map((hours) => startClocks(done, after(hours)).length)).toEqual([1, 1, 0]);
  expect([30 * 24, 59 * 24, 60 * 24].map((hours) => startClocks(start, after(hours)).length)).toEqual([4, 4, 0]);
});

test("after a change of role each account is looked at within 14 days, until somebody decided on it", () => {
  const move: Move = {
    at: first,
    changed: ["Job title"],
    accounts: [
      { label: "dan@acme.test", source: "Okta acme", looked: undefined },
      { label: "dan", source: "GitHub acme", looked: "Kept in a review" },
    ],
  };
  expect(said(moveClocks(move, after(24)))).toEqual([
    [
      "Look at what dan@acme.test may do in Okta acme",
      "2026-11-16T08:00:00.000Z",
      "Job title changed. Decide it in a review, approve an access request, or disable it",
      false,
    ],
    ["Look at what dan may do in GitHub acme", "2026-11-16T08:00:00.000Z", "Kept in a review", true],
  ]);
  expect(openOf(moveClocks(move, after(24)))).toEqual({ count: 1, due: after(14 * 24) });
  expect([31, 89, 90].map((days) => moveClocks(move, after(days * 24)).length)).toEqual([2, 2, 0]);
  const looked = { ...move, accounts: move.accounts.slice(1) };
  expect([29, 30].map((days) => moveClocks(looked, after(days * 24)).length)).toEqual([1, 0]);
});
