import { expect, test } from "vitest";
import { basisWords, totalOf } from "./basis-words.ts";

const nothing = { machine: 0, register: 0, person: 0, documents: 0, notApplicable: 0 };
const say = (some: Partial<typeof nothing>) =>
  basisWords({ ...nothing, ...some })
    .map(({ words }) => words)
    .join(", ");

test("what decided a control is said in words, and what decided nothing is left out", () => {
  expect(say({ machine: 4, person: 1, documents: 2 })).toBe("4 by machine, 1 by a person, 2 documents");
  expect(say({ register: 1, documents: 1, notApplicable: 3 })).toBe("1 by register, 1 document, 3 not applicable");
  expect(say({})).toBe("");
});

test("a project's figures are the sums of its rows", () => {
  const rows = [
    { progress: { decided: 3, asked: 6 }, basis: { ...nothing, machine: 2, documents: 1 } },
    { progress: { decided: 5, asked: 5 }, basis: { ...nothing, machine: 1, person: 2, notApplicable: 2 } },
  ];
  expect(totalOf(rows)).toEqual({
    progress: { decided: 8, asked: 11 },
    basis: { machine: 3, register: 0, person: 2, documents: 1, notApplicable: 2 },
  });
});
