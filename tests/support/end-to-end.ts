import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as base } from "@playwright/test";
import pg from "pg";
import { startServer } from "./cluster.ts";
import type { MovedClock } from "./moved-clock.ts";
import { ServerProcess } from "./server-process.ts";

export { expect } from "@playwright/test";

/** A real server on a PostgreSQL that the test can reach, for what cannot be waited for or asked of anybody here. */
interface Opened {
  readonly server: ServerProcess;
  /** The rows of one statement, sent as the owner of the database. */
  readonly admin: (text: string, values?: unknown[]) => Promise<any[]>;
}

/** Starts one with these settings beside the usual ones, and with its database at the time of a clock where there is one. */
export async function openServer(
  env: Readonly<Record<string, string>> = {},
  clock?: MovedClock,
): Promise<Opened & { close(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-opened-"));
  // What registers say is waited for: no test needs the seconds in which more changes may follow.
  const settings = { "app.registers_at_once": "on" };
  const database = await startServer({ settings, throwAway: false, ...(clock && { binaries: clock.programs() }) });
  const sql = new pg.Pool({ connectionString: database.url, max: 2 });
  sql.on("error", () => {});
  const server = await ServerProcess.on(path.join(folder, "data"), {
    DATABASE_URL: database.url,
    SUPPORT_EMAIL: "support@example.test",
    ...clock?.env,
    ...env,
  });
  await server.start();
  return {
    server,
    admin: async (text, values) => (await sql.query(text, values)).rows,
    close: async () => {
      await server.stop();
      await sql.end();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * An end-to-end test on a real server that all end-to-end tests of one worker share: starting one takes longer than most of them. Each brings its
 * own people, so that nobody meets another's. What needs a server with other settings starts its own.
 */
export const test = base.extend<object, { server: ServerProcess; opened: Opened }>({
  server: [async ({ opened: { server } }, use) => await use(server), { scope: "worker" }],
  opened: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { close, ...opened } = await openServer();
      await use(opened);
      await close();
    },
    { scope: "worker" },
  ],
});
