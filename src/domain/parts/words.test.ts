import { expect, test } from "vitest";
import { isPlural, wordList } from "./words.ts";

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "a"], "a"],
  [["a", "b"], "a or b"],
  [["a", "b", "c"], "a, b or c"],
  [["a", "b", "c", "d"], "a, b, c or d"],
  [["a", "b", "c", "d", "e"], "a, b, c and 2 more"],
  [["a", "b", "c", "d", "d"], "a, b, c or d"],
])("a list of words says how many it leaves out, and never that one is: %j", (words, said) => {
  expect(wordList(words, 3, "or")).toBe(said);
});

test.each([
  ["databases", true],
  ["backups of storage", true],
  ["storage of accounts", false],
  ["AWS accounts", true],
  ["DNS", false],
  ["access", false],
  ["disk encryption", false],
])("what is said of %j agrees with it", (noun, plural) => {
  expect(isPlural(noun)).toBe(plural);
});
