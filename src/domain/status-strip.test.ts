import { expect, test } from "vitest";
import { statusStretches } from "./status-strip.ts";

const at = (day: number) => new Date(Date.UTC(2026, 5, day));
const line = (day: number, status: "passing" | "failing", reason = `since ${day}`) => ({ at: at(day), status, reason });

test("stretches follow each other without a hole, and what is not recorded is one of its own", () => {
  expect(statusStretches([line(8, "passing"), line(3, "failing")], at(1), at(10))).toEqual([
    { from: at(1), to: at(3), status: null, reason: "Nothing was recorded yet." },
    { from: at(3), to: at(8), status: "failing", reason: "since 3" },
    { from: at(8), to: at(10), status: "passing", reason: "since 8" },
  ]);
});

test("the line that stood at the beginning begins it; the same status goes on; what comes later is left out", () => {
  expect(statusStretches([line(1, "passing"), line(4, "passing"), line(12, "failing")], at(2), at(10))).toEqual([
    { from: at(2), to: at(10), status: "passing", reason: "since 1" },
  ]);
  expect(statusStretches([line(2, "failing")], at(2), at(10))).toEqual([
    { from: at(2), to: at(10), status: "failing", reason: "since 2" },
  ]);
});
