import { expect, test } from "vitest";
import { calendarDate } from "./calendar-date.ts";

test("dates are written as in the product, in UTC", () => {
  expect(calendarDate(new Date("2025-05-14T23:59:59Z"))).toBe("May 14, 2025");
  expect(calendarDate(new Date("2026-01-01T00:00:00Z"))).toBe("January 1, 2026");
});
