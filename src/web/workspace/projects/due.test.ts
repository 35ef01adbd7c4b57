import { expect, test } from "vitest";
import { dueOf, dueWords } from "./due.ts";

test.each([
  [null, "none"],
  ["2026-05-13", "overdue"],
  ["2026-05-14", "soon"],
  ["2026-05-21", "soon"],
  ["2026-05-22", "later"],
])("seen from May 14, %s is %s", (day, due) => {
  expect(dueOf(day, "2026-05-14")).toBe(due);
});

test("a day that is over is said to be overdue, today is not", () => {
  expect(dueWords("2026-05-13", "2026-05-14")).toBe("Overdue since May 13");
  expect(dueWords("2026-05-14", "2026-05-14")).toBe("Due May 14");
  expect(dueWords("2027-02-02", "2026-05-14")).toBe("Due Feb 2, 2027");
});
