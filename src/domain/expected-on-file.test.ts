import fc from "fast-check";
import { expect, test } from "vitest";
import { expectedOnFile } from "./expected-on-file.ts";

const policy = { type: "Policy", name: "Our rules of access" };
const leavers = { type: "Document", name: "Leaver checklist, May" };
const review = { type: "Document", name: "Quarterly access review" };

test("each thing takes the item of its type that shares most of its words", () => {
  const expected = [
    { type: "Document", title: "Access review of the quarter" },
    { type: "Document", title: "Joiner and leaver checklist" },
    { type: "Policy", title: "Acceptable use" },
  ];
  expect(expectedOnFile(expected, [leavers, review, policy])).toEqual([review, leavers, policy]);
});

test("nothing of another type stands for it, and no item for two", () => {
  const twice = [
    { type: "Policy", title: "Access policy" },
    { type: "Policy", title: "Password policy" },
  ];
  expect(expectedOnFile(twice, [policy, leavers])).toEqual([policy, undefined]);
  expect(expectedOnFile(twice, [])).toEqual([undefined, undefined]);
});

test("as many are found as there are items of the type, and never one twice", () => {
  const word = fc.constantFrom("access", "review", "policy", "use");
  const texts = (field: "title" | "name") =>
    fc.array(fc.record({ type: fc.constantFrom("Policy", "Document"), [field]: word }) as fc.Arbitrary<never>);
  fc.assert(
    fc.property(
      texts("title"),
      texts("name"),
      (expected: { type: string; title: string }[], items: { type: string; name: string }[]) => {
        const found = expectedOnFile(expected, items);
        const taken = found.filter((one) => one !== undefined);
        expect(new Set(taken).size).toBe(taken.length);
        for (const type of ["Policy", "Document"]) {
          const of = (all: readonly ({ type: string } | undefined)[]) => all.filter((one) => one?.type === type).length;
          expect(of(taken)).toBe(Math.min(of(expected), of(items)));
        }
      },
    ),
  );
});
