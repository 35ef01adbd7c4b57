import { expect, test } from "vitest";
import { between } from "./between.ts";

test("a change lies between two observations, and names the day once where it is the same", () => {
  const now = new Date("2025-05-14T16:00:00Z");
  expect(between({ after: "2025-05-14T14:00:00Z", before: "2025-05-14T15:00:00Z" }, now)).toBe(
    "between 14:00 and 15:00 UTC on May 14",
  );
  expect(between({ after: "2025-05-13T23:10:00Z", before: "2025-05-14T00:10:00Z" }, now)).toBe(
    "between May 13 23:10 and May 14 00:10 UTC",
  );
  expect(between({ after: "2025-05-14T14:00:10Z", before: "2025-05-14T14:00:50Z" }, now)).toBe(
    "at 14:00 UTC on May 14",
  );
});
