import { expect, test } from "vitest";
import { isApiToken, newApiToken, startOfToken } from "./api-token-text.ts";

test("a token is one word of 53 characters that no two share", () => {
  const tokens = Array.from({ length: 500 }, newApiToken);
  for (const token of tokens) {
    expect(token).toMatch(/^exh_[0-9A-Za-z]{49}$/);
    expect(isApiToken(token)).toBe(true);
    expect(startOfToken(token)).toBe(token.slice(0, 10));
  }
  expect(new Set(tokens).size).toBe(tokens.length);
});

test("a token with any one character changed is known to be wrong", () => {
  const token = newApiToken();
  for (let at = 4; at < token.length; at++) {
    const other = token[at] === "7" ? "8" : "7";
    expect(isApiToken(token.slice(0, at) + other + token.slice(at + 1)), `at ${at}`).toBe(false);
  }
  for (const text of [
    "",
    "exh_",
    token.slice(0, -1),
    `${token}0`,
    ` ${token}`,
    token.toUpperCase(),
    `ghp_${token.slice(4)}`,
  ])
    expect(isApiToken(text)).toBe(false);
});
