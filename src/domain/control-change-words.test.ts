import { expect, test } from "vitest";
import { sayChange } from "./control-change-words.ts";

test.each([
  ["passing", "failing", "began to fail"],
  [null, "failing", "began to fail"],
  ["failing", "passing", "passes again"],
  ["needs evidence", "passing", "began to pass"],
  [null, "passing", "began to pass"],
  ["passing", "needs evidence", "needs evidence again"],
  ["failing", "needs evidence", "needs evidence again"],
  ["not applicable", "needs evidence", "applies again"],
  ["passing", "not applicable", "was declared not applicable"],
] as const)("from %s to %s a control %s", (was, status, words) => {
  expect(sayChange(was, status)).toBe(words);
});
