import { expect, test } from "vitest";
import { afterWorkingDays, isTimeZone } from "./working-days.ts";

// 20 November 2026 is a Friday.
test.each([
  ["a Tuesday ends on Wednesday", "2026-11-17T15:00:00Z", 1, "UTC", "2026-11-18T15:00:00.000Z"],
  ["a Friday ends on Monday", "2026-11-20T15:00:00Z", 1, "UTC", "2026-11-23T15:00:00.000Z"],
  ["a Saturday begins on Monday", "2026-11-21T15:00:00Z", 1, "UTC", "2026-11-24T00:00:00.000Z"],
  ["the end of a Sunday begins on Monday", "2026-11-22T23:59:59Z", 1, "UTC", "2026-11-24T00:00:00.000Z"],
  ["a week of work is a week", "2026-11-18T09:00:00Z", 5, "UTC", "2026-11-25T09:00:00.000Z"],
  ["none is none", "2026-11-18T09:00:00Z", 0, "UTC", "2026-11-18T09:00:00.000Z"],
  [
    "Saturday in Sydney is still Friday in London",
    "2026-11-20T18:00:00Z",
    1,
    "Australia/Sydney",
    "2026-11-23T13:00:00.000Z",
  ],
  ["Friday evening in New York counts", "2026-11-21T02:00:00Z", 1, "America/New_York", "2026-11-24T02:00:00.000Z"],
  // Clocks go back on Sunday, 1 November: the weekend has 49 hours.
  ["a long weekend ends at its end", "2026-10-31T16:00:00Z", 1, "America/New_York", "2026-11-03T05:00:00.000Z"],
])("%s", (_, from, days, zone, until) => {
  expect(afterWorkingDays(new Date(from), days, zone).toISOString()).toBe(until);
});

test("a time zone is one that exists", () => {
  expect([isTimeZone("Europe/Berlin"), isTimeZone("Mars/Base"), isTimeZone("")]).toEqual([true, false, false]);
});
