import { expect, test } from "vitest";
import { windowRefusal } from "./audit-window.ts";

const order = "The last day must be after the first";
const length = "A window is 36 months long at most";

test.each([
  ["2026-01-01", "2026-12-31", undefined],
  ["2026-01-01", "2026-01-02", undefined],
  ["2026-01-01", "2026-01-01", order],
  ["2026-01-02", "2026-01-01", order],
  ["2026-01-01", "2028-12-31", undefined],
  ["2026-01-01", "2029-01-01", length],
  ["2024-02-29", "2027-02-27", undefined],
  ["2024-02-29", "2027-02-28", length],
  ["2040-06-15", "2041-06-15", undefined],
])("from %s to %s: %s", (from, to, refusal) => {
  expect(windowRefusal({ from, to })).toBe(refusal);
});
