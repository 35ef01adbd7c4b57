import fc from "fast-check";
import { expect, test } from "vitest";
import { sinceOf, standingIn, thresholdsAt } from "./due.ts";

const day = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 86_400_000);
const passed = (at: number, course = "security") => ({ course, passed: true, at: day(at) });
const standing = (finished: Parameters<typeof standingIn>[1], now: number) =>
  standingIn("security", finished, { startsAt: day(0), addedAt: day(-9) }, day(now));

test("who started lately has 30 days, and is late after them", () => {
  expect(standing([], 1)).toMatchObject({ passedUntil: undefined, due: day(30), isToDo: true });
  expect(standing([{ ...passed(2), passed: false }, passed(2, "privacy")], 3)).toMatchObject({
    due: day(30),
    isToDo: true,
  });
});

test("who worked here before they were added has 30 days from then, and who is added ahead has them from their first day", () => {
  const added = (startsAt: number, addedAt: number, now: number) =>
    standingIn("security", [], { startsAt: day(startsAt), addedAt: day(addedAt) }, day(now));
  expect(added(-2900, 0, 1)).toMatchObject({ due: day(30), isToDo: true });
  expect(added(10, 0, 1)).toMatchObject({ due: day(40) });
});

test("a pass is good for 365 days, is offered again 30 days before, and counts no more after", () => {
  expect(standing([passed(10)], 11)).toEqual({
    passedAt: day(10),
    passedUntil: day(375),
    due: day(375),
    isToDo: false,
  });
  expect(standing([passed(10)], 344)).toMatchObject({ isToDo: false });
  expect(standing([passed(10)], 345)).toMatchObject({ isToDo: true, passedUntil: day(375) });
  expect(standing([passed(10)], 374)).toMatchObject({ passedUntil: day(375) });
  expect(standing([passed(10)], 375)).toMatchObject({ passedUntil: undefined, due: day(375), isToDo: true });
});

test("the newest pass counts, and one of tomorrow does not yet", () => {
  expect(standing([passed(10), passed(200), passed(50)], 210).passedUntil).toEqual(day(565));
  expect(standing([passed(20)], 10)).toMatchObject({ passedUntil: undefined, isToDo: true });
});

test("instants alone say how somebody stands in a course", () => {
  const near = fc.tuple(fc.integer({ min: -400, max: 5 }), fc.integer({ min: -1, max: 1 }));
  const at = ([days, more]: readonly [number, number]) => new Date(day(0).getTime() + days * 86_400_000 + more);
  fc.assert(
    fc.property(fc.option(near), near, near, (pass, startsAt, addedAt) => {
      const now = day(0);
      const asked = { startsAt: at(startsAt), addedAt: at(addedAt) };
      const last = pass === null || at(pass) > now ? undefined : at(pass);
      const finished = last === undefined ? [] : [{ course: "security", passed: true, at: last }];
      const { passedUntil, due, isToDo } = standingIn("security", finished, asked, now);
      const { goodAfter, lastingAfter, lateSince } = thresholdsAt(now);
      const isGood = last !== undefined && last > goodAfter;
      const isLate = !isGood && sinceOf(asked) <= lateSince;
      const isLasting = last !== undefined && last > lastingAfter;
      expect([isGood, isLate, !isLasting]).toEqual([passedUntil !== undefined, !passedUntil && due <= now, isToDo]);
    }),
    { numRuns: 300 },
  );
});
