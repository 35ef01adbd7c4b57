import { expect, test } from "vitest";
import { sayBasis, sayProgress } from "./basis-words.ts";

const none = { machine: 0, register: 0, person: 0, documents: 0, notApplicable: 0 };

test.each([
  [none, ""],
  [{ ...none, machine: 4, person: 1, documents: 2 }, "4 by machine, 1 by a person, 2 documents"],
  [{ ...none, register: 2, documents: 1, notApplicable: 3 }, "2 by register, 1 document, 3 not applicable"],
])("a basis is said in words, and what is nothing is left out", (basis, words) => {
  expect(sayBasis(basis)).toBe(words);
});

test("progress is said as a count", () => {
  expect(sayProgress({ decided: 5, asked: 7 })).toBe("5 of 7 decided");
});
