import { expect, test } from "vitest";
import { firstStart } from "./first-start.ts";
import type { SaidStart } from "./first-start.ts";

const ADDED = new Date("2026-03-01T12:00:00.000Z");
const day = (text: string) => `${text}T00:00:00.000Z`;
const said = (startsAt: string, until: string): SaidStart => ({ startsAt: day(startsAt), until: new Date(until) });

test.each<[what: string, now: string, before: readonly SaidStart[], first: string]>([
  ["never another day", "2026-03-02", [], "2026-03-02"],
  ["a later day once they were late", "2026-11-01", [said("2026-03-02", "2026-11-01T09:00:00Z")], "2026-03-02"],
  [
    "later days again and again",
    "2026-11-01",
    [
      said("2026-03-02", "2026-09-01T09:00:00Z"),
      said("2026-09-01", "2026-10-01T09:00:00Z"),
      said("2026-10-01", "2026-11-01T09:00:00Z"),
    ],
    "2026-03-02",
  ],
  ["a day years from now", "2030-01-01", [said("2026-03-02", "2026-11-01T09:00:00Z")], "2026-03-02"],
  ["an earlier day", "2024-01-01", [said("2026-03-02", "2026-11-01T09:00:00Z")], "2024-01-01"],
  ["put off before the day came", "2026-12-01", [said("2026-11-20", "2026-11-19T23:59:59Z")], "2026-12-01"],
  ["put off on the day", "2026-12-01", [said("2026-11-20", "2026-11-20T09:00:00Z")], "2026-11-20"],
  [
    "a mistake that was mended within a day of adding them",
    "2026-12-01",
    [said("2016-12-01", "2026-03-02T11:59:59Z")],
    "2026-12-01",
  ],
  ["one that was mended after that", "2026-12-01", [said("2016-12-01", "2026-03-02T12:00:00Z")], "2016-12-01"],
  [
    "one day after another, each for less than a day",
    "2026-03-05",
    [
      said("2026-03-01", "2026-03-02T11:00:00Z"),
      said("2026-03-02", "2026-03-03T10:00:00Z"),
      said("2026-03-03", "2026-03-04T09:00:00Z"),
    ],
    "2026-03-02",
  ],
])("of a record with %s", (_, now, before, first) => {
  expect(firstStart(day(now), ADDED, before)).toBe(day(first));
});
