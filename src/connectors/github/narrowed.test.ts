import { expect, test } from "vitest";
import { proveGithub } from "#tests/support/narrowed/prove-github.ts";

test("G13, G14: of 300 organizations whose rules are narrowed somehow, those pass that may, and no other", async () => {
  expect(await proveGithub(300)).toBeGreaterThan(30);
});
