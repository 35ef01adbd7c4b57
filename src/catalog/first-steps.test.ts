import { expect, test } from "vitest";
import { firstSteps } from "./first-steps.ts";
import { checksOfRegisters } from "./parts.ts";

const rate = ({ decides, minutes }: (typeof firstSteps)[number]) => decides.length / minutes;

test("the ten steps take 90 minutes, and each decides at least one check", () => {
  expect(firstSteps).toHaveLength(10);
  expect(firstSteps.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(90);
  for (const { decides } of firstSteps) expect(decides.length).toBeGreaterThan(0);
});

test("of the steps that can be begun, the one that decides most checks a minute comes first", () => {
  for (const [at, step] of firstSteps.entries()) {
    const before = firstSteps.slice(0, at).map(({ key }) => key);
    expect(step.after.filter((key) => !before.includes(key))).toEqual([]);
    const possible = firstSteps.slice(at).filter(({ after }) => after.every((key) => before.includes(key)));
    expect(rate(step)).toBe(Math.max(...possible.map(rate)));
  }
});

test("a step names only checks that registers can pass, each once", () => {
  for (const { decides } of firstSteps) {
    expect(new Set(decides).size).toBe(decides.length);
    expect(decides.filter((check) => !checksOfRegisters.includes(check))).toEqual([]);
  }
});
