import { expect, test } from "vitest";
import { wrongType } from "./shown-by.ts";

test.each([
  [undefined, "Config", undefined],
  [["Report", "Document"] as const, "Document", undefined],
  [
    ["Report", "Document"] as const,
    "Policy",
    "Log takes a report or document. EX-000007 is a policy. Cite another item, or change its type.",
  ],
])("%j with a %s", (shows, type, problem) => {
  expect(wrongType({ label: "Log", ...(shows && { shows }) }, "EX-000007", type)).toBe(problem);
});
