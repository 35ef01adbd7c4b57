import fc from "fast-check";
import { expect, test } from "vitest";
import { readPlace, writePlace } from "./people-page.ts";

test("a place is read as it was written, whatever the name is", () => {
  const place = fc.record({
    rank: fc.integer({ min: 0, max: 2 }),
    name: fc.string(),
    number: fc.integer({ min: 1, max: 999_999 }),
  });
  fc.assert(
    fc.property(place, (given) => {
      expect(readPlace(writePlace(given))).toEqual(given);
    }),
    { numRuns: 100 },
  );
});
