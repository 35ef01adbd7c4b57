import { expect, test } from "vitest";
import { dueOf, spanOf } from "./requests.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const due = (at: string, answeredAt: string | null = null) => dueOf({ answerDueAt: at, answeredAt }, now);

test("what is due says how much time is left, and what is late by how much", () => {
  expect(due("2026-11-21T15:59:00Z")).toEqual({ late: false, message: "Answer due in 3 h" });
  expect(due("2026-11-21T12:40:30Z")).toEqual({ late: false, message: "Answer due in 40 min" });
  expect(due("2026-11-21T10:00:00Z")).toEqual({ late: true, message: "Answer late by 2 h" });
  expect(due("2026-11-21T12:00:00Z")).toMatchObject({ late: true });
});

test("nothing is due that was answered, or for which no answer was promised", () => {
  expect(due("2026-11-21T10:00:00Z", "2026-11-21T09:00:00Z")).toBeUndefined();
  expect(dueOf({ answerDueAt: null, answeredAt: null }, now)).toBeUndefined();
});

test("a span is cut off, never rounded up", () => {
  expect([0, 59_000, 3_599_000, 3_600_000, 47 * 3_600_000, 48 * 3_600_000].map(spanOf)).toEqual([
    "1 min",
    "1 min",
    "59 min",
    "1 h",
    "47 h",
    "2 days",
  ]);
});
