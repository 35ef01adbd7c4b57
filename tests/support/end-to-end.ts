import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as base } from "@playwright/test";
import { ServerProcess } from "./server-process.ts";

export { expect } from "@playwright/test";

/**
 * An end-to-end test on a real server that all end-to-end tests of one worker share: starting one takes longer than most of them. Each brings its
 * own people, so that nobody meets another's. What needs a server with other settings starts its own.
 */
export const test = base.extend<object, { server: ServerProcess }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), "exhibit-end-to-end-"));
      const server = await ServerProcess.on(path.join(folder, "data"), { SUPPORT_EMAIL: "support@example.test" });
      await server.start();
      await use(server);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});
