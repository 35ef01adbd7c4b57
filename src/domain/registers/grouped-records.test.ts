import fc from "fast-check";
import { expect, test } from "vitest";
import { recordsWith } from "./grouped-records.ts";
import type { RecordFields } from "./register.ts";

const value = fc.constantFrom("a", "b", 1, true, undefined);
const record = fc.record({ vendorId: value, kind: value, place: fc.integer() });

test("records with a value are those that looking through all of them finds, in their order, however often it is asked", () => {
  fc.assert(
    fc.property(
      fc.array(record),
      fc.array(fc.tuple(fc.constantFrom("vendorId", "kind"), value)),
      (given, questions) => {
        const records = given as unknown as readonly RecordFields[];
        for (const [field, sought] of questions)
          expect(recordsWith(records, field, sought)).toEqual(records.filter((own) => own[field] === sought));
      },
    ),
  );
});
