import { expect, test } from "vitest";
import { inWords } from "./number-words.ts";

test.each([
  [7, "seven"],
  [19, "nineteen"],
  [40, "forty"],
  [85, "eighty-five"],
  [100, "one hundred"],
  [101, "one hundred and one"],
  [472, "four hundred and seventy-two"],
  [990, "nine hundred and ninety"],
])("%d is said %s", (number, words) => {
  expect(inWords(number)).toBe(words);
});

test("every number below a thousand is said in its own way", () => {
  expect(new Set(Array.from({ length: 1_000 }, (_, number) => inWords(number))).size).toBe(1_000);
});
