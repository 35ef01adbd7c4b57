import { expect, test } from "vitest";
import { frameworkRefusal } from "./framework-limits.ts";

test.each([
  ["the first project is of any framework", "hipaa", { used: [], multiFramework: false, limit: 3 }, undefined],
  [
    "another project of the same one is always possible",
    "soc2",
    { used: ["soc2"], multiFramework: false, limit: 1 },
    undefined,
  ],
  [
    "a second framework needs the feature",
    "hipaa",
    { used: ["soc2"], multiFramework: false, limit: "all" },
    "single-framework",
  ],
  [
    "with the feature the plan says how far it goes",
    "hipaa",
    { used: ["soc2", "soc2"], multiFramework: true, limit: 2 },
    undefined,
  ],
  ["and no further", "hipaa", { used: ["soc2", "pcidss"], multiFramework: true, limit: 2 }, "framework-limit"],
  [
    "a plan of all frameworks has no end",
    "hipaa",
    { used: ["soc2", "pcidss", "fisma"], multiFramework: true, limit: "all" },
    undefined,
  ],
] as const)("%s", (_, framework, limits, refusal) => {
  expect(frameworkRefusal(framework, limits)).toBe(refusal);
});
