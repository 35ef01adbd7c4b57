import { expect, test } from "vitest";
import { originAt, partsOfOrigin } from "./origin.ts";

const first = "exhibit.test/log/0190c0de";

test.each([1, 2, 9, 10, 11, 99, 123, 999_999])("ledger %i of a name reads back", (turn) => {
  expect(partsOfOrigin(originAt(first, turn))).toEqual({ ledger: first, turn });
});

test("the first ledger of a name has no number, and every other has", () => {
  expect(originAt(first, 1)).toBe(first);
  expect(originAt(first, 2)).toBe(`${first}.2`);
});

test.each([
  `${first}.0`,
  `${first}.1`,
  `${first}.02`,
  `${first}.1000000`,
  `${first}.2x`,
  `${first}.x`,
  `${first}..2`,
  `${first}.`,
  "10.0.0.2",
  "exhibit.test.2",
  "192.0.2.7/log.3",
])("%j is the whole name of a first ledger", (origin) => {
  expect(partsOfOrigin(origin)).toEqual({ ledger: origin, turn: 1 });
});

test("a number in the host is part of the name", () => {
  expect(partsOfOrigin("192.0.2.7/log/a.3")).toEqual({ ledger: "192.0.2.7/log/a", turn: 3 });
  expect(partsOfOrigin("192.0.2.7/log/a")).toEqual({ ledger: "192.0.2.7/log/a", turn: 1 });
});
