import { expect, test } from "vitest";
import { shortNumber, spokenNumber, withSpokenNumbers } from "./exhibit-numbers.ts";

test.each([
  ["EX-000007", "007", "EX-007"],
  ["EX-000047", "047", "EX-047"],
  ["EX-001204", "1204", "EX-1204"],
  ["EX-1000000", "1000000", "EX-1000000"],
])("%s is %s in a margin and %s in a sentence", (exhibit, short, spoken) => {
  expect(shortNumber(exhibit)).toBe(short);
  expect(spokenNumber(exhibit)).toBe(spoken);
});

test("every number in a sentence is as people say it, and nothing else in it changes", () => {
  const sentence = "filed EX-000002, “EX-12 000003”: replaces EX-001204. REX-000002 stays";
  expect(withSpokenNumbers(sentence)).toBe("filed EX-002, “EX-12 000003”: replaces EX-1204. REX-000002 stays");
  expect(withSpokenNumbers(withSpokenNumbers(sentence))).toBe(withSpokenNumbers(sentence));
});
