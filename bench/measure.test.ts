import { expect, test } from "vitest";
import { p95 } from "./measure.ts";

test.each([
  [[5], 5],
  [[3, 1, 2], 3],
  [Array.from({ length: 20 }, (_, at) => 20 - at), 19],
  [Array.from({ length: 100 }, (_, at) => at + 1), 95],
])("of %j 95 of 100 are at most %d", (values, expected) => {
  expect(p95(values)).toBe(expected);
});
