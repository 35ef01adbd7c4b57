import { expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";

test("a worker says that it lives, and serves nobody else", async () => {
  const worker = await runApp({ role: "worker" });
  const status = async (path: string) => (await fetch(worker.url + path)).status;
  expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 200]);
  for (const path of ["/", "/login", "/dashboard", "/api/v1/session", "/api/openapi.json", "/dev/mailbox"])
    expect(await status(path), path).toBe(404);
  await worker.close();
});
