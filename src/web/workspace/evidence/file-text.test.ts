import { expect, test } from "vitest";
import { beginningOf } from "./file-text.ts";

test("text is read to its length, also when a character is cut in two", async () => {
  expect(await beginningOf(new Blob(["a plain text"]), 7)).toBe("a plain");
  expect(await beginningOf(new Blob(["aä"]), 2)).toHaveLength(2);
});

test("what is no text is not read as one", async () => {
  expect(await beginningOf(new Blob([Uint8Array.from({ length: 500 }, (_, n) => n % 256)]), 500)).toBe("");
  expect(await beginningOf(undefined, 10)).toBe("");
});
