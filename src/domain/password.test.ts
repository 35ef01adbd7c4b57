import { expect, test } from "vitest";
import { isStrongPassword, passwordLacks } from "./password.ts";

test.each([
  ["Passw0rd", true],
  ["Ärger12ß", true],
  ["Passw0r", false],
  ["password1", false],
  ["PASSWORD1", false],
  ["Password", false],
  ["", false],
  // Seven characters, although eight code units.
  ["Abcde1😀", false],
])("%j may be a password: %s", (password, expected) => {
  expect(isStrongPassword(password)).toBe(expected);
});

test("what a password still lacks is said in order", () => {
  expect(passwordLacks("")).toEqual(["at least 8 characters", "an uppercase letter", "a lowercase letter", "a number"]);
  expect(passwordLacks("correct-horse")).toEqual(["an uppercase letter", "a number"]);
  expect(passwordLacks("Correct-horse-7")).toEqual([]);
});
