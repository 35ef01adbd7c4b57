import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateForTests, testKeys } from "#tests/support/cluster.ts";
import { testPostgres } from "#tests/support/test-postgres.ts";
import { openDatabases } from "./connections.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";
import { assertSafeDatabase, UnsafeDatabase, violations } from "./start-check.ts";

// A server of its own: roles and settings belong to the whole server, and the other tests' one may lose data.
const folder = mkdtempSync(join(tmpdir(), "exhibit-test-"));
let server: EmbeddedPostgres;
let admin: pg.Pool;

beforeAll(async () => {
  server = await startEmbeddedPostgres(folder, { binaries: testPostgres });
  await migrateForTests(server.url);
  admin = new pg.Pool({ connectionString: server.url });
  // A pool that has ended still has sessions for a moment, and the server that stops tells them so.
  admin.on("error", () => {});
});

afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a start would say now; undefined when it would serve. */
async function startRefusal(url = server.url): Promise<string | undefined> {
  const databases = openDatabases(url, testKeys, pino({ level: "silent" }));
  try {
    await assertSafeDatabase(databases, testKeys);
    return undefined;
  } catch (error) {
    if (!(error instanceof UnsafeDatabase)) throw error;
    return error.message;
  } finally {
    await databases.close();
  }
}

async function run(statements: string): Promise<void> {
  // One at a time: ALTER SYSTEM runs in no transaction.
  for (const statement of statements.split("; ")) await admin.query(statement);
}

/** A reloaded setting reaches each session a moment later. */
async function eventually(wanted: string | undefined): Promise<void> {
  await expect.poll(() => startRefusal(), { timeout: 60_000 }).toBe(wanted);
}

test("a database as the migrations leave it is served", async () => {
  expect(await startRefusal()).toBeUndefined();
});

const database = "DATABASE postgres";
const spoiled: readonly [sentence: string, spoil: string, repair: string][] = [
  [
    "app_user is a superuser: row-level security would not bind it. ALTER ROLE app_user NOSUPERUSER.",
    "ALTER ROLE app_user SUPERUSER",
    "ALTER ROLE app_user NOSUPERUSER",
  ],
  [
    "app_auth has BYPASSRLS, more than a role that serves may have. ALTER ROLE app_auth NOBYPASSRLS.",
    "ALTER ROLE app_auth BYPASSRLS",
    "ALTER ROLE app_auth NOBYPASSRLS",
  ],
  [
    "app_worker has CREATEROLE, more than a role that serves may have. ALTER ROLE app_worker NOCREATEROLE.",
    "ALTER ROLE app_worker CREATEROLE",
    "ALTER ROLE app_worker NOCREATEROLE",
  ],
  [
    "app_user is a member of app_owner, whose rights it could take. Revoke that.",
    "GRANT app_owner TO app_user",
    "REVOKE app_owner FROM app_user",
  ],
  [
    "app_worker is a member of app_definer, whose rights it could take. Revoke that.",
    "GRANT app_definer TO app_worker",
    "REVOKE app_definer FROM app_worker",
  ],
  [
    "app_user_of_tests, a login of app_user, may act as app_worker too. Revoke that.",
    "GRANT app_worker TO app_user_of_tests",
    "REVOKE app_worker FROM app_user_of_tests",
  ],
  [
    "app_user_of_tests, a login of app_user, is a superuser. ALTER ROLE app_user_of_tests NOSUPERUSER.",
    "ALTER ROLE app_user_of_tests SUPERUSER",
    "ALTER ROLE app_user_of_tests NOSUPERUSER",
  ],
  [
    "app_worker owns table app.outbox: an owner may change what protects it. Give it to app_owner.\n" +
      "app_worker may empty app.outbox: no policy stops TRUNCATE. Revoke it.",
    "ALTER TABLE app.outbox OWNER TO app_worker",
    "ALTER TABLE app.outbox OWNER TO app_owner",
  ],
  [
    "app_user may create objects in schema app. Revoke CREATE there.",
    "GRANT CREATE ON SCHEMA app TO app_user",
    "REVOKE CREATE ON SCHEMA app FROM app_user",
  ],
  [
    "app_auth may create objects in the database. Revoke CREATE there.",
    `GRANT CREATE ON ${database} TO app_auth`,
    `REVOKE CREATE ON ${database} FROM app_auth`,
  ],
  [
    "app_user may create temporary tables. As the owner of the database: REVOKE TEMPORARY ON DATABASE … FROM PUBLIC.",
    `GRANT TEMPORARY ON ${database} TO app_user`,
    `REVOKE TEMPORARY ON ${database} FROM app_user`,
  ],
  [
    "app_user may empty app.evidence: no policy stops TRUNCATE. Revoke it.",
    "GRANT TRUNCATE ON app.evidence TO app_user",
    "REVOKE TRUNCATE ON app.evidence FROM app_user",
  ],
  [
    "synchronous_commit is off for app_user: a crash would lose evidence that was acknowledged. Set it to on.",
    `ALTER ROLE app_user_of_tests IN ${database} SET synchronous_commit = off`,
    `ALTER ROLE app_user_of_tests IN ${database} RESET synchronous_commit`,
  ],
  [
    "fsync is off: a power cut would lose evidence. Set it to on.",
    "ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf()",
    "ALTER SYSTEM RESET fsync; SELECT pg_reload_conf()",
  ],
  [
    "full_page_writes is off: a power cut could damage the database. Set it to on.",
    "ALTER SYSTEM SET full_page_writes = off; SELECT pg_reload_conf()",
    "ALTER SYSTEM RESET full_page_writes; SELECT pg_reload_conf()",
  ],
];

test("S11: no role that logs in may create a temporary table", async () => {
  const { rows } = await admin.query<{ role: string }>(
    `SELECT rolname::text AS role FROM pg_roles
      WHERE rolname LIKE 'app%' AND has_database_privilege(oid, current_database(), 'TEMPORARY')`,
  );
  expect(rows).toEqual([]);
  const databases = openDatabases(server.url, testKeys, pino({ level: "silent" }));
  await expect(databases.userPool.query("CREATE TEMP TABLE mine (bytes text)")).rejects.toThrow("permission denied");
  await databases.close();
});

test.each(spoiled)("it is not served, but again once repaired, when: %s", async (sentence, spoil, repair) => {
  await run(spoil);
  await eventually(sentence);
  await run(repair);
  await eventually(undefined);
});

test("a pool that is logged in as another role is not served", async () => {
  const databases = openDatabases(server.url, testKeys, pino({ level: "silent" }));
  const mixed = { ...databases, userPool: databases.workerPool };
  await expect(assertSafeDatabase(mixed, testKeys)).rejects.toThrow(
    "The connection meant for app_user is logged in as app_worker.",
  );
  await databases.close();
});

test("PostgreSQL 14 is too old", () => {
  const lists = { powers: [], memberOf: [], owns: [], createsIn: [], truncates: [] };
  const settings = {
    fsync: "on",
    fullPageWrites: "on",
    synchronousCommit: "on",
    superuser: false,
    temporary: false,
    ...lists,
    login: "one",
    loginIsSuperuser: false,
    loginMayBe: [],
    statementTimeout: "30s",
    readsOnly: "off",
  };
  const facts = { role: "app_user", version: 140_012, ...settings };
  expect(violations("app_user", facts)).toEqual(["PostgreSQL 14 is too old: Exhibit needs 15 or newer."]);
  expect(violations("app_user", { ...facts, version: 150_000 })).toEqual([]);
});
