import { expect, test } from "vitest";
import { otherSizeFor } from "./organization-profile.ts";

test.each([
  ["small", 1, undefined],
  ["small", 50, undefined],
  ["small", 51, "medium"],
  ["small", 120, "medium"],
  ["medium", 50, "small"],
  ["medium", 51, undefined],
  ["medium", 500, undefined],
  ["large", 500, undefined],
  ["large", 499, "medium"],
  ["small", 501, "large"],
  ["large", 501, undefined],
  ["small", 0, undefined],
  ["small", -3, undefined],
  ["small", 1.5, undefined],
  ["small", Number.NaN, undefined],
] as const)("U11: with %s chosen, %d employees suggest %s", (chosen, employees, suggested) => {
  expect(otherSizeFor(chosen, employees)).toBe(suggested);
});
