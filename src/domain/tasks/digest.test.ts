import fc from "fast-check";
import { expect, test } from "vitest";
import { DIGEST_HOUR, isTimeZone, movedDigest, nextDigest, ownTasks } from "./digest.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Australia/Lord_Howe",
];
const shown = (zone: string, at: Date) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, weekday: "long", hour: "2-digit", minute: "2-digit" }).format(at);

test("tasks are mailed on the next Monday at 08:00 of the reader's clock, a week away at most, in summer and in winter", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.date({ min: new Date("2024-01-01T00:00:00Z"), max: new Date("2030-01-01T00:00:00Z"), noInvalidDate: true }),
      (zone, now) => {
        const next = nextDigest(zone, now);
        expect(shown(zone, next)).toBe(`Monday 0${DIGEST_HOUR}:00`);
        const days = (next.getTime() - now.getTime()) / 86_400_000;
        // An hour more in the week in which clocks are set back.
        expect(days > 0 && days <= 7 + 1 / 24).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  ["UTC", "2026-11-23T07:59:59.999Z", "2026-11-23T08:00:00.000Z"],
  ["UTC", "2026-11-23T08:00:00.000Z", "2026-11-30T08:00:00.000Z"],
  ["Europe/Berlin", "2026-10-24T12:00:00.000Z", "2026-10-26T07:00:00.000Z"],
  ["Europe/Berlin", "2026-03-28T12:00:00.000Z", "2026-03-30T06:00:00.000Z"],
  [null, "2026-11-24T00:00:00.000Z", "2026-11-30T08:00:00.000Z"],
  ["Mars/Olympus", "2026-11-24T00:00:00.000Z", "2026-11-30T08:00:00.000Z"],
])("in %s, the Monday after %s is %s", (zone, now, next) => {
  expect(nextDigest(zone, new Date(now)).toISOString()).toBe(next);
});

test("who moves to another clock is mailed on the same Monday, so never twice in a week, and never not at all", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(...zones),
      fc.date({ min: new Date("2024-01-01T00:00:00Z"), max: new Date("2030-01-01T00:00:00Z"), noInvalidDate: true }),
      (from, to, now) => {
        const due = nextDigest(from, now);
        const moved = movedDigest(due, from, to);
        const dayIn = (zone: string, at: Date) => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(at);
        expect(dayIn(to, moved)).toBe(dayIn(from, due));
        expect(shown(to, moved)).toBe(`Monday 0${DIGEST_HOUR}:00`);
        expect(movedDigest(moved, to, from)).toEqual(due);
      },
    ),
    { numRuns: 300 },
  );
});

test("a time zone is one that the machine knows", () => {
  expect(["UTC", "Europe/Berlin", "Mars/Olympus", ""].map(isTimeZone)).toEqual([true, true, false, false]);
});

test("somebody is told of tasks that are theirs, and of nobody's where they may take one; of none that was put off", () => {
  const task = (key: string, userId: string | null, snoozed: object | null = null) => ({
    key,
    assignee: userId === null ? null : { userId },
    snoozed,
  });
  const tasks = [task("mine", "me"), task("theirs", "you"), task("free", null), task("later", "me", {})];
  const keys = (mayPlan: boolean) => ownTasks(tasks, "me", mayPlan).map(({ key }) => key);
  expect(keys(true)).toEqual(["mine", "free"]);
  expect(keys(false)).toEqual(["mine"]);
});
