import { expect, test } from "vitest";
import { asSentence } from "./as-sentence.ts";

test.each([
  ["Not ours", "Not ours."],
  ["Not ours.", "Not ours."],
  ["Ours? ", "Ours?"],
  ["And so on…", "And so on…"],
])("%j is said as %j", (text, said) => {
  expect(asSentence(text)).toBe(said);
});
