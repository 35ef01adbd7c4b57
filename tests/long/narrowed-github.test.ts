import { describe, expect, test } from "vitest";
import { proveGithub } from "#tests/support/narrowed/prove-github.ts";

describe("GitHub", () => {
  test("G13, G14: of 10,000 organizations whose rules are narrowed somehow, those pass that may, and no other", async () => {
    expect(await proveGithub(10_000)).toBeGreaterThan(1_000);
  });
});
