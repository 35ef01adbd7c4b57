import { expect, test } from "vitest";
import { shortNumber, spokenNumber } from "./exhibit-numbers.ts";

test.each([
  ["EX-000007", "007", "EX-007"],
  ["EX-000047", "047", "EX-047"],
  ["EX-001204", "1204", "EX-1204"],
  ["EX-1000000", "1000000", "EX-1000000"],
])("%s is %s in a margin and %s in a sentence", (exhibit, short, spoken) => {
  expect(shortNumber(exhibit)).toBe(short);
  expect(spokenNumber(exhibit)).toBe(spoken);
});
