import { expect, test } from "vitest";
import { likePattern } from "./like-pattern.ts";
import { masked } from "./masked.ts";

test("words are found in their order, and what stands for others in a pattern stands for itself", () => {
  expect(likePattern("  MFA   Report ")).toBe("%mfa%report%");
  expect(likePattern("100%_\\")).toBe("%100\\%\\_\\\\%");
});

test("of a secret four characters at each end are shown, and nothing of a short one", () => {
  expect(masked("0199b3c2-7d1e-7a44-8f10-5f0c2b6f9e21")).toBe("0199••••9e21");
  expect(masked("short-secret")).toBe("••••");
});
