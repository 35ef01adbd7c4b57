import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

const now = new Date("2026-06-10T12:00:00Z");
test.each([
  ["2026-06-10T12:00:01Z", "Expires today", "soon"],
  ["2026-06-11T12:00:00Z", "1 day left", "soon"],
  ["2026-07-10T11:59:59Z", "29 days left", "soon"],
  ["2026-07-10T12:00:00Z", "30 days left", "current"],
  ["2030-06-10T12:00:00Z", "1,461 days left", "current"],
  ["2026-06-10T12:00:00Z", "Expired today", "over"],
  ["2026-06-09T12:00:00Z", "Expired 1 day ago", "over"],
  ["2026-06-01T00:00:00Z", "Expired 9 days ago", "over"],
])("valid until %s: %s", (until, words, state) => {
  expect(timeLeft(until, now)).toEqual({ words, state });
});
