import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256OfText } from "./sha256.ts";

const theirs = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

test("SHA-256 of a text is what everybody else computes", () => {
  expect(sha256OfText("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (let length = 0; length < 200; length++)
    expect(sha256OfText("é".repeat(length))).toBe(theirs("é".repeat(length)));
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => sha256OfText(text) === theirs(text)));
  expect(sha256OfText("\ud800x")).toBe(theirs("\ud800x"));
});
