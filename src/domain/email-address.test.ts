import { expect, test } from "vitest";
import { isEmailAddress } from "./email-address.ts";

test.each([
  ["ana@example.test", true],
  ["a@b.c", true],
  ["o'hara+x@sub.example.test", true],
  ["ana", false],
  ["ana@example", false],
  ["@example.test", false],
  ["ana @example.test", false],
  ["ana@exam ple.test", false],
  ["ana@b@example.test", false],
  ["ana@example.test\nBcc: all@example.test", false],
  ["", false],
  [`${"a".repeat(242)}@example.test`, false],
  [`a@${".".repeat(1_000_000)}@`, false],
])("%.60j is an email address: %s", (text, expected) => {
  expect(isEmailAddress(text)).toBe(expected);
});
