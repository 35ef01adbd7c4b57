import { expect, test } from "vitest";
import { timeLeft } from "./time-left.ts";

const now = new Date("2025-05-14T09:00:00Z");

test.each([
  ["2025-05-21T08:59:58Z", "in 7 days"],
  ["2025-05-16T09:00:00Z", "in 2 days"],
  ["2025-05-15T10:00:00Z", "in 1 day"],
  ["2025-05-15T08:00:00Z", "in 23 hours"],
  ["2025-05-14T10:00:00Z", "in 1 hour"],
  ["2025-05-14T09:10:00Z", "within the hour"],
])("until %s is %s", (until, message) => expect(timeLeft(until, now)).toBe(message));
