import { expect, test } from "vitest";
import { sayNext, sayRise, saySteps, sayToReview } from "./next-words.ts";
import type { Overview } from "./overview.ts";

type Step = Overview["next"]["steps"][number];
const next: Step["next"] = {
  kind: "connect",
  label: "Connect GitHub",
  message: "Connect GitHub",
  checkId: "XC-18.a",
  documentId: null,
  provider: null,
};
const step: Step = { controlId: "XC-18", title: "", reason: "", open: 5, next, gains: [] };

const reached = { after: 6, total: 22 };

test("the controls that are completed are counted", () => {
  expect(saySteps([step, step, step], reached)).toBe("Complete these 3 controls to reach 6 of 22.");
  expect(saySteps([step], reached)).toBe("Complete this control to reach 6 of 22.");
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

test("the first thing to do is said, and how many are open besides", () => {
  expect(sayNext(step)).toBe("Connect GitHub, and 4 more to do.");
  expect(sayNext({ next, open: 1 })).toBe("Connect GitHub.");
});

test("how many documents wait for a review reads as a sentence", () => {
  expect(sayToReview(1)).toBe("1 document waits for your review.");
  expect(sayToReview(2)).toBe("2 documents wait for your review.");
});
