import { expect, test } from "vitest";
import { sayNeed, sayRise, saySteps } from "./next-words.ts";
import type { Overview } from "./overview.ts";

type Step = Overview["next"]["steps"][number];
const item: Step["need"] = { kind: "item", type: "Policy", title: "Access control policy" };
const checks: Step["need"] = { kind: "checks", mend: ["MFA is enforced", "Keys rotate"], collect: ["Logs are kept"] };
const step = (need: Step["need"]): Step => ({ controlId: "XC-01", title: "", reason: "", need, gains: [] });

test("three items are called items, and steps where one is no item", () => {
  expect(saySteps([item, item, item].map(step))).toBe("These three items");
  expect(saySteps([item, checks].map(step))).toBe("These two steps");
  expect(saySteps([step(item)])).toBe("This item");
});

test("the framework that rises most is named first, and one that does not is not named", () => {
  const figures: Overview["next"]["figures"] = [
    { framework: "hipaa", before: 40, after: 49 },
    { framework: "soc2", before: 50, after: 64 },
    { framework: "iso27001", before: 10, after: 10 },
  ];
  expect(sayRise(figures, { before: 3, after: 6, total: 22 })).toBe(
    "raise SOC 2 by 14 points, HIPAA by 9, and each project from 3 to 6 of 22 controls.",
  );
  const last = { before: 21, after: 22, total: 22 };
  expect(sayRise([{ framework: "soc2", before: 0, after: 1 }], last)).toBe(
    "raises SOC 2 by 1 point, and each project from 21 to 22 of 22 controls.",
  );
  expect(sayRise([{ framework: "soc2", before: 1, after: 1 }], last)).toBe(
    "raises each project from 21 to 22 of 22 controls.",
  );
});

test("what a control is waiting for is said in sentences", () => {
  expect(sayNeed(item)).toBe("Add a policy: Access control policy.");
  expect(sayNeed(checks)).toBe("Mend what fails: MFA is enforced and 1 more. Bring a newer report: Logs are kept.");
});
