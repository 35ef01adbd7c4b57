import { expect, test } from "vitest";
import { isStrongPassword } from "./password.ts";

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
