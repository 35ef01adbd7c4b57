import { expect, test } from "vitest";
import { changedFields, digestOfConfirmed } from "./confirmed.ts";

const vendors = { title: "name", confirms: ["name", "rating", "data"] };

test("what was confirmed of a record is changed by another value and by none, and not by completing it", () => {
  const now = { name: "Docuvault", rating: "low", data: ["client"], site: "https://docuvault.test" };
  expect(changedFields(vendors, {}, now)).toEqual([]);
  expect(changedFields(vendors, { rating: "high" }, now)).toEqual(["rating"]);
  expect(changedFields(vendors, { data: ["client", "health"], name: "Other" }, now)).toEqual(["name", "data"]);
  const { rating: _, ...bare } = now;
  expect(changedFields(vendors, { rating: "low" }, bare)).toEqual(["rating"]);
  // As it was again, completed, and changed in what no confirmation is about.
  expect(changedFields(vendors, { data: ["client"], rating: null, site: "https://old.test" }, now)).toEqual([]);
  expect(changedFields({ title: "name" }, { rating: "high" }, now)).toEqual([]);
});

test("a confirmation is over each record with its version, in no order", () => {
  const [a, b] = [
    { id: "a", version: 1 },
    { id: "b", version: 2 },
  ];
  expect(digestOfConfirmed([a, b])).toBe(digestOfConfirmed([b, a]));
  expect(digestOfConfirmed([a, { ...b, version: 1 }])).not.toBe(digestOfConfirmed([a, b]));
  expect(digestOfConfirmed([])).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});
