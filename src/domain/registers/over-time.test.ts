import { expect, test } from "vitest";
import { findRegister } from "#catalog/registers/index.ts";
import { computedOverTime } from "./over-time.ts";

const risks = findRegister("risks")!;
const on = (day: number) => new Date(Date.UTC(2026, 10, day));
const set = (fields: Record<string, unknown>) =>
  Object.entries(fields).map(([field, after]) => ({ field, before: null, after: after as never }));

test("the residual of a risk rises on the day on which a linked control fails, and says why", () => {
  const told = computedOverTime(risks, [
    { at: on(1), control: "XC-08", passes: true },
    { at: on(2), changes: set({ title: "Phishing" }) },
    { at: on(3), changes: set({ likelihood: 4, impact: 5, lowersLikelihood: ["XC-08"] }) },
    { at: on(4), control: "XC-22", passes: true },
    { at: on(5), control: "XC-08", passes: false },
    { at: on(6), changes: set({ plan: "Train" }) },
    { at: on(7), control: "XC-08", passes: true },
  ]);
  expect(told.map(({ at, value, because }) => [at.getUTCDate(), value, because])).toEqual([
    [2, "Not rated", "The record changed"],
    [3, "15 High (3 × 5)", "The record changed"],
    [5, "20 Very high (4 × 5)", "XC-08 no longer passes"],
    [7, "15 High (3 × 5)", "XC-08 passes"],
  ]);
});
