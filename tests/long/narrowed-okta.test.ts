import { describe, expect, test } from "vitest";
import { proveOkta } from "#tests/support/narrowed/prove-okta.ts";

describe("Okta", () => {
  test("of 10,000 organizations whose rules are narrowed somehow, those pass that may, and no other", async () => {
    expect(await proveOkta(10_000)).toBeGreaterThan(500);
  });
});
