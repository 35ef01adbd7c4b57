import { afterAll, beforeAll, expect, test } from "vitest";
import { failures } from "#contract/failures.ts";
import { DatedProvider } from "#tests/support/dated-provider.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { throughProvider } from "#tests/support/through-provider.ts";

const provider = new DatedProvider("ana@example.test");
let running: RunningApp;
beforeAll(async () => {
  await provider.listen();
  running = await runApp({ singleSignOn: provider.settings });
});
afterAll(async () => {
  await running.close();
  provider.close();
});

const shown = (end: URL) => new URLSearchParams(end.hash.slice(1)).get("error_description");

test("metadata that names another issuer is not believed, and nobody is sent there", async () => {
  provider.lie = "the issuer of somebody else";
  const begun = await fetch(`${running.url}/auth/single-sign-on/start`, { redirect: "manual" });
  expect(new URL(begun.headers.get("location")!, running.url).origin).toBe(running.url);
  provider.lie = undefined;
});

test.each(["another issuer", "another audience", "a key that it brings along", "no signature"] as const)(
  "an ID token with %s signs nobody in",
  async (lie) => {
    provider.now = running.app.services.now();
    provider.lie = lie;
    expect(shown(await throughProvider(running.url))).toBe(failures["single-sign-on-failed"].message);
    provider.lie = undefined;
    expect((await throughProvider(running.url)).pathname).toBe("/dashboard");
  },
);
