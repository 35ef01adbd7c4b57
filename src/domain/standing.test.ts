import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isExpiring, nextLook, remindersOf } from "./standing.ts";

const day = (days: number) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000);
const ending = (life: number) => ({ at: day(life), number: 7, from: day(0) });

describe("a reminder", () => {
  test.each([
    ["of a year's policy comes 14 days and 1 day before", 365, [351, 364]],
    ["of a month's report comes 14 days and 1 day before", 30, [16, 29]],
    ["of a week's report comes 1 day before", 7, [6]],
    ["of what is collected every day never comes", 1, []],
    ["never comes before half of the time is over", 28, [27]],
  ])("%s", (_, life, days) => {
    expect(remindersOf(ending(life))).toEqual(days.map(day));
  });

  test("comes for a control that passes, from the first moment on", () => {
    expect(isExpiring("passing", ending(365), day(350))).toBe(false);
    expect(isExpiring("passing", ending(365), day(351))).toBe(true);
    expect(isExpiring("failing", ending(365), day(351))).toBe(false);
    expect(isExpiring("passing", null, day(351))).toBe(false);
  });
});

test("whoever looks at each moment that is said misses neither a reminder nor the end", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), (life) => {
      const end = ending(life);
      const looks: Date[] = [];
      for (let now = day(0); now < end.at;) looks.push((now = nextLook("passing", end, now)!));
      expect(looks).toEqual([...remindersOf(end), end.at]);
    }),
  );
});
