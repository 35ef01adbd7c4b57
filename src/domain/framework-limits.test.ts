import { expect, test } from "vitest";
import { fitsPlan } from "./framework-limits.ts";

test.each([
  ["the first project is of any framework", "hipaa", { used: [], limit: 0 }, true],
  ["another project of the same one is always possible", "soc2", { used: ["soc2"], limit: 1 }, true],
  ["a second framework is possible where the plan has two", "hipaa", { used: ["soc2", "soc2"], limit: 2 }, true],
  ["and a third is not", "hipaa", { used: ["soc2", "pcidss"], limit: 2 }, false],
  ["a plan of all frameworks has no end", "hipaa", { used: ["soc2", "pcidss", "fisma"], limit: null }, true],
] as const)("%s", (_, framework, limits, fits) => {
  expect(fitsPlan(framework, limits)).toBe(fits);
});
