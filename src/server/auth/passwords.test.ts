import { expect, test } from "vitest";
import { hashPassword, needsNewHash, verifyPassword } from "./passwords.ts";

test("a password of 128 characters counts to its last one, and its spaces and capitals count", async () => {
  const password = ` ${"Grüße 7 ".repeat(16).slice(0, 126)}x`;
  const hash = await hashPassword(password);
  expect(await verifyPassword(hash, password)).toBe(true);
  for (const other of [password.slice(0, -1), `${password.slice(0, -1)}X`, password.trim(), password.toLowerCase()])
    expect(await verifyPassword(hash, other), other).toBe(false);
});

test("a hash of weaker parameters, or of another kind, is made anew", async () => {
  const hash = await hashPassword("Correct-horse-7");
  expect(needsNewHash(hash)).toBe(false);
  expect(needsNewHash(hash.replace("m=19456", "m=9728"))).toBe(true);
  expect(await verifyPassword(hash.replace("argon2id", "argon2i"), "Correct-horse-7")).toBe(false);
});
