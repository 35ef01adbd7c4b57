import { expect, test } from "vitest";
import type { Hours } from "./hours-words.ts";
import { sayHour, sayHours, sayHoursShortly } from "./hours-words.ts";

const start = Date.parse("2026-03-02T00:12:00Z");
function day(states: Readonly<Record<number, Hours[number]["state"]>>): Hours {
  return Array.from({ length: 24 }, (_, hour) => ({
    slot: new Date(start + hour * 3_600_000).toISOString(),
    state: states[hour] ?? "complete",
    changed: false,
  }));
}

test("a strip is read as one sentence that counts what was collected and names what is missing", () => {
  expect(sayHours(day({}))).toBe("24 of 24 hours collected");
  expect(sayHours(day({ 3: "missed", 14: "partial" }))).toBe(
    "22 of 24 hours collected, 1 missed at 03:12 UTC, 1 partial at 14:12 UTC",
  );
  expect(sayHours(day({ 3: "missed", 4: "missed", 20: "failed" }))).toBe(
    "21 of 24 hours collected, 2 missed at 03:12 and 04:12 UTC, 1 failed at 20:12 UTC",
  );
  expect(sayHoursShortly(day({ 3: "missed", 14: "partial", 15: "partial" }))).toBe(
    "21 of 24, 03:12 UTC missed, 2 partial",
  );
});

test("a long outage is counted and not listed", () => {
  const out = Object.fromEntries([1, 2, 3, 4, 5].map((hour) => [hour, "missed" as const]));
  expect(sayHours(day(out))).toBe("19 of 24 hours collected, 5 missed");
});

test("hours before the connection, and the one under way, are neither collected nor missed", () => {
  const before = Object.fromEntries(Array.from({ length: 22 }, (_, hour) => [hour, "none" as const]));
  expect(sayHours(day({ ...before, 23: "open" }))).toBe("1 of 1 hour collected");
  expect(sayHours(day({ ...before, 22: "none", 23: "open" }))).toBe("No hour was due yet");
  const slot = new Date(start).toISOString();
  expect(sayHour({ slot, state: "none", changed: false })).toBe("00:12 UTC: not due");
  expect(sayHour({ slot, state: "missed", changed: false })).toBe("00:12 UTC: missed");
});

test("hours in which something changed are counted", () => {
  const hours = day({ 3: "missed" }).map((hour, index) => ({ ...hour, changed: index === 5 || index === 9 }));
  expect(sayHoursShortly(hours)).toBe("23 of 24, 03:12 UTC missed, 2 with changes");
  expect(sayHours(hours)).toBe("23 of 24 hours collected, 1 missed at 03:12 UTC, 2 with changes");
  expect(sayHour(hours[5]!)).toBe("05:12 UTC: collected, with changes");
});
