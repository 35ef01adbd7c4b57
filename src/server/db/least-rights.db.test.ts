import { mkdtempSync, rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { migrateForTests, testKeys } from "#tests/support/cluster.ts";
import { everyCase } from "#tests/support/every-case.ts";
import { testPostgres } from "#tests/support/test-postgres.ts";
import { machineClock } from "../clock.ts";
import { prepare } from "../vault/prepare.ts";
import { openDatabases } from "./connections.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";
import { UnusableDatabase } from "./schema-state.ts";
import { assertSafeDatabase, UnsafeDatabase } from "./start-check.ts";

// A server of its own: roles belong to the whole server.
const folder = mkdtempSync(join(tmpdir(), "exhibit-test-"));
let server: EmbeddedPostgres;
let admin: pg.Pool;

beforeAll(async () => {
  server = await startEmbeddedPostgres(folder, { binaries: testPostgres });
  admin = new pg.Pool({ connectionString: server.url });
  admin.on("error", () => {});
});
afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("O5: an administrator with the rights that are documented prepares a database, or is told in one sentence what a superuser runs once", async () => {
  await admin.query("CREATE ROLE olga LOGIN CREATEROLE BYPASSRLS PASSWORD 'olga'");
  await admin.query("CREATE DATABASE least OWNER olga");
  const url = new URL(server.url);
  url.username = "olga";
  url.password = "olga";
  url.pathname = "/least";
  const secrets = { current: Buffer.alloc(32, "least"), previous: [] };
  const prepared = () => prepare(url.href, secrets, machineClock);
  const refused: unknown = await prepared().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UnusableDatabase);
  const { message } = refused as Error;
  expect(message).toMatch(/As a superuser, run once/);
  await admin.query(message.slice(message.indexOf(": ") + 2));
  const held = await prepared();
  expect(Object.keys(held.logins)).toContain("app_user");
  await prepared();
});

/** Two would do; how many wait for the one that migrates changes nothing. */
const crowd = everyCase ? 32 : 8;

test(`O6: ${crowd} processes that prepare one database at once all come through`, async () => {
  await admin.query("CREATE DATABASE crowded");
  const url = new URL(server.url);
  url.pathname = "/crowded";
  const secrets = { current: Buffer.alloc(32, "crowded"), previous: [] };
  const done = await Promise.all(Array.from({ length: crowd }, () => prepare(url.href, secrets, machineClock)));
  const passwords = new Set(done.map(({ logins }) => logins.app_user?.password));
  expect(passwords.size).toBe(1);
});

test.each([
  ["drops the settings of a session", "drop"],
  ["refuses the settings of a session", "refuse"],
] as const)("O8: a pooler that %s is refused by name", async (_, how) => {
  await migrateForTests(server.url);
  const databases = openDatabases(await poolerBefore(server.url, how), testKeys, pino({ level: "silent" }));
  onTestFinished(() => databases.close());
  const refused: unknown = await assertSafeDatabase(databases, testKeys).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UnsafeDatabase);
  expect((refused as Error).message).toContain("a pooler such as PgBouncer");
});

/** Stands before a server as PgBouncer does: it takes no `options` of a connection. Answers its URL. */
async function poolerBefore(target: string, how: "drop" | "refuse"): Promise<string> {
  const { hostname, port, searchParams } = new URL(target);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname);
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    client.once("data", (first) => {
      const wanted = parameters(first);
      if (how === "refuse" && wanted.has("options")) {
        client.end(errorResponse("unsupported startup parameter: options"));
        return;
      }
      wanted.delete("options");
      const behind = host.startsWith("/")
        ? createConnection(join(host, `.s.PGSQL.${port || 5432}`))
        : createConnection(Number(port || 5432), host);
      for (const socket of [client, behind]) {
        sockets.add(socket);
        socket.on("error", () => {});
      }
      behind.write(startup(wanted));
      client.pipe(behind).pipe(client);
    });
    client.on("error", () => {});
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const url = new URL(target);
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String((proxy.address() as AddressInfo).port);
  return url.href;
}

/** The parameters of a startup packet of protocol 3. */
function parameters(packet: Buffer): Map<string, string> {
  const words = packet.subarray(8).toString().split("\0");
  const found = new Map<string, string>();
  for (let at = 0; words[at]; at += 2) found.set(words[at]!, words[at + 1]!);
  return found;
}

function startup(wanted: ReadonlyMap<string, string>): Buffer {
  const body = Buffer.from([...wanted].map(([name, value]) => `${name}\0${value}\0`).join("") + "\0");
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, body]);
}

function errorResponse(message: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
