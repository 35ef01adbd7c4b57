import fc from "fast-check";
import { expect, test } from "vitest";
import { slugOf, wordsInAddress } from "./slug.ts";

const id = "8ed11521-b71b-426e-9106-713f58862d8d";

test.each([
  ["Acme Legal", "acme-legal"],
  ["  Acme  Legal ", "acme-legal"],
  ["Müller & Co", "muller-co"],
  ["Žluťoučký kůň", "zlutoucky-kun"],
  ["a_b.c", "a-b-c"],
  ["😀", ""],
  ["法律", ""],
  ["شركة", ""],
])("%j is %j in an address", (text, words) => {
  expect(wordsInAddress(text)).toBe(words);
});

test("a slug is the name and ten letters of the id", () => {
  expect(slugOf("Acme Legal", id)).toBe("acme-legal-8ed11521b7");
  expect(slugOf("法律", id)).toBe("company-8ed11521b7");
});

test("U5: companies of any name and script have slugs of their own, as words of an address", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.uuid(), fc.uuid(), (name, item, other) => {
      expect(slugOf(name, item)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      // Ten letters of an id stand in its first twelve characters.
      const isSameBeginning = item.slice(0, 11) === other.slice(0, 11);
      expect(slugOf(name, item) === slugOf(name, other)).toBe(isSameBeginning);
    }),
  );
});
