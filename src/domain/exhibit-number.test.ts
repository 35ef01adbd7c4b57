import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exhibitNumberPattern, formatExhibitNumber, parseExhibitNumber } from "./exhibit-number.ts";

describe("exhibit numbers", () => {
  test.each([
    [1, "EX-000001"],
    [123, "EX-000123"],
    [999_999, "EX-999999"],
    [1_000_000, "EX-1000000"],
  ])("number %i is %s", (number, text) => {
    expect(formatExhibitNumber(number)).toBe(text);
    expect(parseExhibitNumber(text)).toBe(number);
    expect(text).toMatch(exhibitNumberPattern);
  });

  test.each([
    "EX-000000",
    "EX-12",
    "EX-0000001",
    "ex-000001",
    "EX-00000a",
    "EX-99999999999999999999",
    " EX-000001",
    "",
  ])("%j is no exhibit number", (text) => {
    expect(parseExhibitNumber(text)).toBeUndefined();
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])("%d has no exhibit number", (number) => {
    expect(() => formatExhibitNumber(number)).toThrow(RangeError);
  });

  test("sort as text in the order of their numbers while they have six digits", () => {
    const number = fc.integer({ min: 1, max: 999_999 });
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(formatExhibitNumber(a) < formatExhibitNumber(b)).toBe(a < b);
      }),
    );
  });
});
