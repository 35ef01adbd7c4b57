import fc from "fast-check";
import { expect, test } from "vitest";
import { asField, bundleOf } from "./vendor-bundle.ts";

const anything = fc.string({
  unit: fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code)),
  maxLength: 400,
});

test("whatever a bundle says is kept as whole characters, none of which is unseen, as many as a field holds", () => {
  fc.assert(
    fc.property(anything, (text) => {
      const kept = asField(text);
      expect(kept.isWellFormed()).toBe(true);
      expect(kept).not.toMatch(/[\p{Cc}\u2028\u2029\u202E]/u);
      expect(Array.from(kept).length).toBeLessThanOrEqual(300);
    }),
    { numRuns: 100 },
  );
  expect(asField("a\0b \u{1F600}")).toBe("a b \u{1F600}");
  expect(asField(`${"x".repeat(299)}\u{1F600}y`)).toBe(`${"x".repeat(299)}\u{1F600}`);
  expect(asField("half \uD83D")).toBe("half \uFFFD");
});

test("what a verification is about is what the record says, letter for letter", () => {
  expect(bundleOf("EX-000001", "a\tb")).toBe("EX-000001 a\tb");
  expect(bundleOf("EX-000001", undefined)).toBe("EX-000001");
});
