import { expect, test } from "vitest";
import { deadlineState } from "./deadline-state.ts";

const now = new Date("2026-11-30T12:00:00.000Z");

test("a deadline that was due after the closing is closed; one that had passed by then stays late", () => {
  const due = "2026-11-29T12:00:00.000Z";
  expect(deadlineState(due, "2026-11-29T11:59:59.000Z", now)).toBe("closed");
  expect(deadlineState(due, due, now)).toBe("late");
  expect(deadlineState(due, "2026-11-30T09:00:00.000Z", now)).toBe("late");
  expect(deadlineState("2026-12-03T12:00:00.000Z", "2026-11-30T09:00:00.000Z", now)).toBe("closed");
});

test("without a closing a deadline runs until it is due, and what counsel is asked about has none", () => {
  expect(deadlineState("2026-11-30T12:00:01.000Z", undefined, now)).toBe("runs");
  expect(deadlineState("2026-11-30T12:00:00.000Z", undefined, now)).toBe("late");
  expect(deadlineState(null, "2026-11-30T09:00:00.000Z", now)).toBe("unknown");
});
