import { createHmac, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hmacSha256 } from "./hmac.ts";

test("it is HMAC-SHA-256 for keys and texts of every length", () => {
  for (const bytes of [0, 1, 16, 32, 63, 64, 65, 200])
    for (const text of ["", "a", "größer 🙂", "x".repeat(1_000), "é".repeat(4_000), "\ud800"]) {
      const key = randomBytes(bytes);
      for (const encoding of ["hex", "base64"] as const)
        expect(hmacSha256(key, text, encoding)).toBe(createHmac("sha256", key).update(text).digest(encoding));
    }
});
