import { expect, test } from "vitest";
import { circlesOf } from "./circles.ts";

const ofFiles = (imports: Readonly<Record<string, readonly string[]>>) => circlesOf(new Map(Object.entries(imports)));

test("files that load each other one way make no circle", () => {
  expect(ofFiles({ a: ["b", "c"], b: ["c"], c: [] })).toEqual([]);
});

test("two that need each other are told together, and who loads them is not", () => {
  expect(ofFiles({ page: ["a"], a: ["b"], b: ["a", "c"], c: [] })).toEqual([["a", "b"]]);
});

test("a circle of three, one of two, and a file that loads itself are each told once", () => {
  expect(ofFiles({ a: ["b"], b: ["c"], c: ["a", "d"], d: ["e"], e: ["d"], f: ["f"] })).toEqual([
    ["a", "b", "c"],
    ["d", "e"],
    ["f"],
  ]);
});
