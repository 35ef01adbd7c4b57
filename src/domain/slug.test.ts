import fc from "fast-check";
import { expect, test } from "vitest";
import { slugOf } from "./slug.ts";

test.each([
  ["Acme Legal", "acme-legal"],
  ["  Acme  Legal ", "acme--legal"],
  ["Müller & Co", "m-ller---co"],
  ["ACME", "acme"],
  ["a_b.c", "a-b-c"],
  ["😀", "--"],
  ["法律", "--"],
])("the slug of %j is %j", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("a slug has one character for each code unit of the trimmed, lowercased name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(slugOf(name)).toMatch(/^[a-z0-9-]*$/);
      expect(slugOf(name)).toHaveLength(name.trim().toLowerCase().length);
    }),
  );
});
