import { describe, expect, test } from "vitest";
import { proveJira } from "#tests/support/narrowed/prove-jira.ts";

describe("Jira", () => {
  test("of 10,000 sites whose tickets are approved somehow, those pass that may, and no other", async () => {
    expect(await proveJira(10_000)).toBeGreaterThan(200);
  });
});
