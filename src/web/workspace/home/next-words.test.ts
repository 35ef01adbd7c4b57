import { expect, test } from "vitest";
import { sayNeed, sayRise, saySteps } from "./next-words.ts";
import type { Overview } from "./overview.ts";

type Step = Overview["next"]["steps"][number];
const item: Step["need"] = { kind: "item", type: "Policy", title: "Access control policy" };
const checks: Step["need"] = { kind: "checks", mend: ["MFA is enforced", "Keys rotate"], collect: ["Logs are kept"] };
const step = (need: Step["need"]): Step => ({ controlId: "XC-01", title: "", reason: "", need, gains: [] });

const reached = { after: 6, total: 22 };

test("items are to be added, and steps where one is no item are to be taken", () => {
  expect(saySteps([item, item, item].map(step), reached)).toBe("Add these 3 items to reach 6 of 22 controls.");
  expect(saySteps([item, checks].map(step), reached)).toBe("Take these 2 steps to reach 6 of 22 controls.");
  expect(saySteps([step(item)], reached)).toBe("Add this item to reach 6 of 22 controls.");
});

test("the framework that rises most is named first, and one that does not is not named", () => {
  const figures: Overview["next"]["figures"] = [
    { framework: "hipaa", before: 40, after: 49 },
    { framework: "soc2", before: 50, after: 64 },
    { framework: "iso27001", before: 10, after: 10 },
  ];
  expect(sayRise(figures)).toBe("SOC 2 gains 14 points, HIPAA 9.");
  expect(sayRise([{ framework: "soc2", before: 0, after: 1 }])).toBe("SOC 2 gains 1 point.");
  expect(sayRise([{ framework: "soc2", before: 1, after: 1 }])).toBe("");
});

test("what a control is waiting for is said in sentences", () => {
  expect(sayNeed(item)).toBe("Add a policy: Access control policy.");
  expect(sayNeed(checks)).toBe("Fix what fails: MFA is enforced and 1 more. Import a newer report: Logs are kept.");
});
