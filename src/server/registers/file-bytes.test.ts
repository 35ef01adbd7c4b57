import { expect, test } from "vitest";
import { bytesOf } from "./file-bytes.ts";

test("the bytes of a file follow from its text in either encoding, each of the 256 of Windows", () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  expect(bytesOf(new TextDecoder("windows-1252").decode(all), "windows-1252")).toEqual(all);
  const text = "\uFEFFAccount\nJürgen €\n張偉\n";
  expect(bytesOf(text, "utf-8")).toEqual(Buffer.from(text, "utf8"));
  expect(bytesOf(text, "windows-1252")).toBeUndefined();
});
