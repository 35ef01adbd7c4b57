import { expect, test } from "vitest";
import { PASSWORD } from "#tests/support/person.ts";
import { isCommonPassword } from "./common-passwords.ts";

const email = "ana.calder@calder.example";

test.each([
  "Password1",
  "P@ssw0rd",
  "Qwerty123",
  "Summer2026",
  "Iloveyou1!",
  "Exhibit2026",
  "Ana.Calder1",
  "Ana.calder@calder.example",
])("%s is refused: it is tried first", async (password) => {
  expect(await isCommonPassword(password, email)).toBe(true);
});

test.each([PASSWORD, "Tall-Ships-Race-4", "xk2Vq9wLmP", "Grüße aus Köln 7"])("%s may be chosen", async (password) => {
  expect(await isCommonPassword(password, email)).toBe(false);
});
