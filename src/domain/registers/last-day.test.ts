import { expect, test } from "vitest";
import { findRegister } from "#catalog/registers/index.ts";
import { fieldsAtEnd } from "./last-day.ts";

const people = findRegister("people")!;
const now = new Date("2026-11-28T21:00:00Z");
const dan = { name: "Dan", kind: "employee", startsAt: "2026-01-05T00:00:00.000Z" };
const ended = (lastDay?: string, more: Record<string, string> = {}, reason = "Resigned") =>
  fieldsAtEnd(people, { ...dan, ...more }, { reason, lastDay, now })?.["endsAt"];

test("a person ends at the end of their last day", () => {
  expect(ended("2026-11-27")).toBe("2026-11-28T00:00:00.000Z");
  // Where it is tomorrow already.
  expect(ended("2026-11-29")).toBe("2026-11-30T00:00:00.000Z");
  expect(ended("2026-01-05")).toBe("2026-01-06T00:00:00.000Z");
});

test("nobody ends without a last day, on a day to come, or before they started", () => {
  for (const lastDay of [undefined, "2026-11-30", "2026-01-04", "never"])
    expect(fieldsAtEnd(people, dan, { reason: "Resigned", lastDay, now }), lastDay).toBeUndefined();
});

test("a last day that is known stays, unless it is still to come", () => {
  expect(ended(undefined, { endsAt: "2026-11-20T17:00:00.000Z" })).toBe("2026-11-20T17:00:00.000Z");
  const later = { ...dan, endsAt: "2027-01-31T17:00:00.000Z" };
  expect(fieldsAtEnd(people, later, { reason: "Resigned", lastDay: undefined, now })).toBeUndefined();
  expect(ended("2026-11-27", later)).toBe("2026-11-28T00:00:00.000Z");
});

test("who was entered by mistake has no last day, and no other register asks for one", () => {
  expect(fieldsAtEnd(people, dan, { reason: "Entered by mistake", lastDay: undefined, now })).toEqual(dan);
  const sites = findRegister("sites")!;
  expect(fieldsAtEnd(sites, { name: "West" }, { reason: "Closed", lastDay: undefined, now })).toEqual({ name: "West" });
});
