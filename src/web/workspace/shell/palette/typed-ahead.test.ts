import { expect, test } from "vitest";
import { typedAhead } from "./typed-ahead.ts";

test("what is typed while the palette opens is kept for its field, and nothing before or after", () => {
  expect(typedAhead.keep("a")).toBe(false);
  typedAhead.begin();
  for (const key of ["m", "f", "a"]) expect(typedAhead.keep(key)).toBe(true);
  expect(typedAhead.keep("Shift")).toBe(false);
  expect(typedAhead.keep("Enter")).toBe(true);
  expect(typedAhead.keep("x")).toBe(false);
  expect(typedAhead.take()).toEqual({ text: "mfa", entered: true });
  expect(typedAhead.take()).toEqual({ text: "", entered: false });
  expect(typedAhead.keep("a")).toBe(false);
});

test("what is typed while a dialog opens on another page is kept for that dialog, and not for long", () => {
  typedAhead.begin("palette", undefined, 0);
  expect(typedAhead.keep("n", 100)).toBe(true);
  expect(typedAhead.isFor("dialog")).toBe(false);
  typedAhead.begin("dialog", typedAhead.take(), 100);
  expect(typedAhead.isFor("dialog")).toBe(true);
  expect(typedAhead.keep("e", 200)).toBe(true);
  expect(typedAhead.take()).toEqual({ text: "ne", entered: false });
  expect(typedAhead.isFor("dialog")).toBe(false);
  typedAhead.begin("dialog", undefined, 200);
  expect(typedAhead.keep("w", 60_000)).toBe(false);
  expect(typedAhead.take()).toEqual({ text: "", entered: false });
});
