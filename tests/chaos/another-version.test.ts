import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#server/db/embedded-postgres.ts";
import { ServerProcess } from "../support/server-process.ts";

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-version-"));
  server = await ServerProcess.on(path.join(folder, "data"));
  await server.start();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function inDatabase(statement: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(server.dataDir);
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/** Starts it; answers with what it said when it ended, after asking it all the while whether it is ready. */
async function refusedStart(): Promise<{ said: string; ready: number }> {
  let ready = 0;
  const asking = setInterval(() => {
    fetch(`${server.url}/readyz`).then(
      ({ status }) => void (ready += status === 200 ? 1 : 0),
      () => {},
    );
  }, 50);
  try {
    await server.start();
    throw new Error("it started");
  } catch (error) {
    return { said: (error as Error).message, ready };
  } finally {
    clearInterval(asking);
  }
}

test("a running process is no longer ready once a newer version has migrated its database", async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await inDatabase("INSERT INTO migrations.kysely_migration VALUES ('9999_of_tomorrow', now()::text)");
  const answer = await fetch(`${server.url}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    status: "unavailable",
    reason: "the database was migrated by a newer version",
  });
  expect((await fetch(`${server.url}/healthz`)).status, "it lives, and finishes what it does").toBe(200);
  await server.stop();
});

test("a database of a newer version ends the process with a sentence, and it is never ready", async () => {
  const { said, ready } = await refusedStart();
  expect(said).toContain("the server ended with 1");
  expect(said).toMatch(/The database is newer than this program: Exhibit \S+ migrated it to 9999_of_tomorrow, which/);
  expect(said).not.toMatch(/\n\s+at /);
  expect(ready).toBe(0);
});

test("a database whose migration was changed ends the process with a sentence that names it", async () => {
  await inDatabase(
    "DELETE FROM migrations.kysely_migration WHERE name = '9999_of_tomorrow'; UPDATE migrations.applied_files SET sha256 = 'other' WHERE name = '0003_ledger'",
  );
  const { said, ready } = await refusedStart();
  expect(said).toContain("Migration 0003_ledger differs from the one this database has");
  expect(said).not.toMatch(/\n\s+at /);
  expect(ready).toBe(0);
});
