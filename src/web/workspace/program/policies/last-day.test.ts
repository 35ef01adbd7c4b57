import { expect, test } from "vitest";
import { lastDayOf } from "./last-day.ts";

test("who left by the end of a day has that as their last day, and who left within one that one", () => {
  expect(lastDayOf("2026-11-21T00:00:00.000Z")).toBe("November 20, 2026");
  expect(lastDayOf("2026-11-21T17:30:00.000Z")).toBe("November 21, 2026");
});
