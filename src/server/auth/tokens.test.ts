import { expect, test } from "vitest";
import { newToken } from "./tokens.ts";

test("a token for a cookie or a link is 256 bits, and no two of ten thousand share even their first 48", () => {
  const tokens = Array.from({ length: 10_000 }, newToken);
  for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(new Set(tokens.map((token) => token.slice(0, 8))).size).toBe(tokens.length);
});
