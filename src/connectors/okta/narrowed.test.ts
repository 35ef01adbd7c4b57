import { expect, test } from "vitest";
import { proveOkta } from "#tests/support/narrowed/prove-okta.ts";

test("of 300 organizations whose rules are narrowed somehow, those pass that may, and no other", async () => {
  expect(await proveOkta(300)).toBeGreaterThan(10);
});
