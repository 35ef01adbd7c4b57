import { expect, test } from "vitest";
import { initialsOf } from "./initials.ts";

test.each([
  ["Calder & Finch LLP", "CF"],
  ["novak", "N"],
  ["  42 Labs", "L"],
  ["“Ärzte” der Welt", "ÄD"],
  ["ミナト法律事務所", "ミ"],
  ["& 42", "–"],
])("%s is %s for short", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
