import { expect, test } from "vitest";
import { decisionDue, isMailedAt } from "./notice-mail.ts";

const discovered = new Date("2026-11-24T12:00:00Z");
const after = (hours: number) => new Date(discovered.getTime() + hours * 3_600_000);
const clock = (hours: number | null) => ({
  label: "A duty",
  dueAt: hours === null ? null : after(hours).toISOString(),
  source: "A law",
});

test.each([
  ["two days after the discovery", 48, [], true],
  ["a moment before", 47.99, [], false],
  ["the last moment", 71.99, [], true],
  ["when the 72 hours are over", 72, [], false],
  ["at once, where a contract asks for notice within a day", 0, [clock(24)], true],
  ["a day before the notice that a contract asks for", 36, [clock(60)], true],
  ["earlier than that", 35.9, [clock(60)], false],
  ["two days after, where all other deadlines come later or are for counsel", 47.9, [clock(720), clock(null)], false],
  ["before the discovery", -1, [clock(1)], false],
])("an undecided incident is mailed or not: %s", (_, hours, clocks, isMailed) => {
  expect(isMailedAt(after(hours), discovered, clocks)).toBe(isMailed);
});

test("notice is decided within 72 hours", () => {
  expect(decisionDue(discovered)).toEqual(new Date("2026-11-27T12:00:00Z"));
});
