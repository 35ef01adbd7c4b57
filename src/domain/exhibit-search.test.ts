import { expect, test } from "vitest";
import { exhibitSearched } from "./exhibit-search.ts";

test.each([
  ["123", 123],
  [" EX-000123 ", 123],
  ["ex123", 123],
  ["EX-0", undefined],
  ["EX-", undefined],
  ["123 report", undefined],
  ["1".repeat(16), undefined],
])("%s is looked up as the number %s", (text, number) => {
  expect(exhibitSearched(text)).toBe(number);
});
