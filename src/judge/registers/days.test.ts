import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf, endOfDay } from "./days.ts";

const pad = (value: number) => String(value).padStart(2, "0");
/** Days and instants as records and exhibits have them, of days that no calendar has among them. */
const written = fc
  .record({
    day: fc.tuple(fc.integer({ min: 1990, max: 2040 }), fc.nat(13), fc.nat(32)),
    time: fc.tuple(fc.nat(25), fc.nat(60), fc.nat(60)),
    tail: fc.constantFrom(undefined, "Z", ".000Z", ".123Z", ".5Z", "+14:00", ".000-05:00", "", " "),
  })
  .map(({ day: [year, month, day], time, tail }) =>
    [`${year}-${pad(month)}-${pad(day)}`, ...(tail === undefined ? [] : [`T${time.map(pad).join(":")}${tail}`])].join(
      "",
    ),
  );

const tried = (day: () => string): string => {
  try {
    return day();
  } catch {
    return "no day";
  }
};

test("the day of an instant is the engine's, however it is written", () => {
  fc.assert(
    fc.property(written, (text) => {
      expect(tried(() => dayOf(text))).toBe(tried(() => new Date(text).toISOString().slice(0, 10)));
    }),
    { numRuns: 500 },
  );
  expect(dayOf("2026-11-22T23:59:59.999Z")).toBe("2026-11-22");
});

test("a day ends as the next one begins, asked as often as one likes, and what is none ended long ago", () => {
  fc.assert(
    fc.property(written, (text) => {
      const start = Date.parse(`${text}T00:00:00Z`);
      const end = new Date(Number.isNaN(start) ? 0 : start + 86_400_000);
      expect([endOfDay(text), endOfDay(text)]).toEqual([end, end]);
    }),
  );
});

test("the day of a moment is the engine's, whichever moments were asked before it", () => {
  const near = fc.integer({ min: -3, max: 3 }).map((half) => new Date(1_800_000_000_000 + half * 43_200_000));
  fc.assert(
    fc.property(
      fc.array(fc.oneof(near, fc.date(), fc.constant(new Date(Number.NaN))), { maxLength: 20 }),
      (moments) => {
        for (const at of moments) expect(tried(() => dayOf(at))).toBe(tried(() => at.toISOString().slice(0, 10)));
      },
    ),
  );
});
