import { spawn } from "node:child_process";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabases } from "#server/db/connections.ts";
import { assertSafeDatabase, UnsafeDatabase } from "#server/db/start-check.ts";
import { loginRoles } from "#server/keys/login-roles.ts";
import { migrateForTests, testKeys } from "../support/cluster.ts";
import { lacks } from "../support/machine.ts";
import { hasOwnPostgres, OwnPostgres } from "../support/own-postgres.ts";
import { freePort } from "../support/server-process.ts";

// The real PgBouncer (Debian: apt-get install pgbouncer).
const isThere = hasOwnPostgres && !lacks("pgbouncer");
let folder: string;
let server: OwnPostgres;

beforeAll(async () => {
  if (!isThere) return;
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-pgbouncer-"));
  await chmod(folder, 0o755);
  server = await OwnPostgres.create(path.join(folder, "pg"), "data", await freePort());
  await server.start();
  await migrateForTests(server.url);
});
afterAll(async () => {
  await server?.kill("SIGQUIT");
  if (folder) await rm(folder, { recursive: true, force: true });
});

const [uid, gid] = process.getuid?.() === 0 ? [65_534, 65_534] : [process.getuid!(), process.getgid!()];

/** Starts PgBouncer before the server, and answers the URL of the database through it. */
async function pooled(mode: "session" | "transaction", ignored: string): Promise<string> {
  const port = await freePort();
  const own = await mkdtemp(path.join(folder, "pool-"));
  const logins = loginRoles.map((role) => testKeys.login(role));
  const users = [...logins, { user: "postgres", password: "" }];
  await writeFile(path.join(own, "users.txt"), users.map(({ user, password }) => `"${user}" "${password}"\n`).join(""));
  await writeFile(
    path.join(own, "pgbouncer.ini"),
    `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${own}/users.txt
pool_mode = ${mode}
ignore_startup_parameters = ${ignored}
logfile = ${own}/log
pidfile = ${own}/pid
`,
  );
  await chown(own, uid, gid);
  const child = spawn("pgbouncer", [path.join(own, "pgbouncer.ini")], { uid, gid, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGINT"));
  await setTimeout(500);
  return server.url.replace(String(server.port), String(port));
}

test.skipIf(!isThere).each([
  ["session", ""],
  ["session", "options"],
  ["transaction", ""],
  ["transaction", "options"],
] as const)("O8: PgBouncer in %s mode that ignores %j is refused by name", async (mode, ignored) => {
  const databases = openDatabases(await pooled(mode, ignored), testKeys, pino({ level: "silent" }), 2);
  onTestFinished(() => databases.close());
  const refused: unknown = await assertSafeDatabase(databases, testKeys).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UnsafeDatabase);
  expect((refused as Error).message).toContain("a pooler such as PgBouncer");
});
