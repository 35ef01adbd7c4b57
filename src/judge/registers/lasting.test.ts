import fc from "fast-check";
import { expect, test } from "vitest";
import { validForMs } from "#domain/judge/valid-for.ts";
import { forDays } from "./lasting.ts";

const HOUR = 3_600_000;
const now = new Date("2026-11-23T10:20:00.000Z");
const said = (hours: number, most = 31) =>
  forDays({ outcome: "pass", reason: "It is.", until: new Date(now.getTime() + hours * HOUR) }, most, now);

test("a pass lasts until what it rests on ends: in whole days, and in whole hours where that is on the next two", () => {
  expect(said(24 * 9 + 5)).toEqual({ outcome: "pass", reason: "It is.", validForDays: 9 });
  expect(said(24 * 40).validForDays).toBe(31);
  expect(said(47.5)).toMatchObject({ outcome: "pass", validForDays: 1, validForHours: 23 });
  expect(said(13.7)).toMatchObject({ outcome: "pass", validForDays: 0, validForHours: 13 });
  expect(said(24)).toEqual({ outcome: "pass", reason: "It is.", validForDays: 1 });
  for (const hours of [0.9, 0, -30])
    expect(said(hours)).toEqual({
      outcome: "unknown",
      reason: "The first thing that it rests on, such as a confirmation or a report, ends within the hour. Renew it.",
      validForDays: 31,
    });
});

test("no pass lasts longer than what it rests on, and none is less than a run of each day needs", () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 60 * 24 * 60 }), fc.integer({ min: 2, max: 92 }), (minutes, most) => {
      const hours = minutes / 60;
      const lasts = validForMs(said(hours, most)) / HOUR;
      expect(lasts).toBeLessThanOrEqual(Math.min(hours, most * 24));
      expect(lasts).toBeGreaterThan(Math.min(hours - (hours < 48 ? 1 : 24), most * 24 - 1));
      expect(hours < 48 || lasts >= 48).toBe(true);
    }),
    { numRuns: 200 },
  );
});
