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
