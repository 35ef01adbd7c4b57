import { expect, test } from "vitest";
import { dayOfRecord, exactTime, longDate, registerTime, timeOfDay } from "./dates.ts";

const now = new Date("2026-11-21T09:00:00Z");

test("times are UTC wherever the browser is", () => {
  expect(exactTime("2025-05-14T23:41:07Z")).toBe("May 14, 2025, 23:41:07 UTC");
  expect(timeOfDay("2025-05-14T00:05:09Z")).toBe("00:05:09");
  expect(longDate("2025-05-14T23:59:59Z")).toBe("May 14, 2025");
});

test("a register shows the time of day this year and the year before that", () => {
  expect(registerTime("2026-05-14T09:41:00Z", now)).toBe("May 14 09:41");
  expect(registerTime("2025-05-14T09:41:00Z", now)).toBe("May 14, 2025");
  expect(dayOfRecord("2026-05-14T09:41:00Z", now)).toBe("May 14");
  expect(dayOfRecord("2025-05-14T09:41:00Z", now)).toBe("May 14, 2025");
});
