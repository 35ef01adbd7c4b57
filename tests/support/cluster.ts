import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { openDatabases, openKysely, openPool, urlOfDatabase, urlOfRole } from "#server/db/connections.ts";
import type { Databases } from "#server/db/connections.ts";
import type { DB } from "#server/db/types.gen.ts";
import { startEmbeddedPostgres } from "#server/db/embedded-postgres.ts";
import type { EmbeddedPostgresOptions } from "#server/db/embedded-postgres.ts";
import { loginRoles } from "#server/keys/login-roles.ts";
import type { LoginRole } from "#server/keys/login-roles.ts";
import { migrate } from "#server/db/migrate.ts";
import { refuseTemporaryTables } from "#server/db/temporary-tables.ts";
import { openKeys } from "#server/keys/keys.ts";
import type { Keys, Login } from "#server/keys/keys.ts";
import { derivedKeys, fingerprintOf } from "#server/vault/derived-keys.ts";
import { setLogin } from "#server/vault/logins.ts";
import type { Secrets } from "#server/keys/secrets.ts";
import { programsOfOurTime } from "./fake-time.ts";
import { testPostgres } from "./test-postgres.ts";

/** Where the tests' databases come from. Plain data, because vitest hands it from its main process to the workers. */
export interface Cluster {
  readonly adminUrl: string;
  /** A migrated, empty database that nobody may connect to, so that it can be copied at any moment. */
  readonly template: string;
}

/** A database of one's own: migrated, empty, gone after `close`. */
export interface FreshDatabase {
  readonly adminUrl: string;
  readonly keys: Keys;
  readonly databases: Databases;
  /** Acts as app_signer. */
  readonly signer: Kysely<DB>;
  readonly admin: pg.Pool;
  close(): Promise<void>;
}

/** Keys that are always the same for the same secret, with the logins of the tests' cluster. */
export function keysOf(secret: Uint8Array): Keys {
  return openKeys({
    generation: 0,
    installation: "of-tests",
    fingerprint: fingerprintOf(secret),
    logins: testLogins,
    keys: derivedKeys(secret),
  });
}

/** Roles belong to the cluster, so all its databases share their logins. */
const testLogins = Object.fromEntries(
  loginRoles.map((role): [LoginRole, Login] => [role, { user: `${role}_of_tests`, password: "of the tests" }]),
);

/** SECRET_KEY of the tests. */
export const testSecrets: Secrets = { current: Buffer.alloc(32, "exhibit tests"), previous: [] };

/** The keys of every test database. */
export const testKeys = keysOf(testSecrets.current);

/** Migrates a database, and makes the tests' logins on its server. */
export async function migrateForTests(adminUrl: string): Promise<void> {
  await migrate(adminUrl);
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    for (const role of loginRoles) await setLogin(client, role, testKeys.login(role));
  } finally {
    await client.end();
  }
}

/**
 * A server that lives as long as the tests: the embedded one, the one whose binaries TEST_POSTGRES_BINARIES names
 * (say /usr/lib/postgresql/15/bin), or the one at TEST_DATABASE_URL, as its superuser.
 */
export async function startServer(
  options: EmbeddedPostgresOptions = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), "exhibit-cluster-"));
  const binaries = programsOfOurTime(testPostgres);
  const server = await startEmbeddedPostgres(folder, { binaries, throwAway: true, ...options });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a server and migrates the template on it. `durable`: it waits for the disk, as one that serves must. */
export async function startCluster({ durable = false } = {}): Promise<Cluster & { stop(): Promise<void> }> {
  // Each worker of vitest holds a few pools, and each clone is a database of its own.
  const settings = { max_connections: "300", shared_buffers: "256MB" };
  const server = await startServer({ settings, throwAway: !durable });
  const template = databaseName("template");
  await run(server.url, `CREATE DATABASE ${template}`);
  await migrateForTests(urlOfDatabase(server.url, template));
  await run(server.url, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
  return {
    adminUrl: server.url,
    template,
    stop: async () => {
      await run(server.url, `DROP DATABASE ${template}`);
      await server.stop();
    },
  };
}

/** Copies the template; `poolSize` is the number of connections that serve requests. */
export async function cloneTemplate(cluster: Cluster, poolSize = 4): Promise<FreshDatabase> {
  const name = databaseName("clone");
  await run(cluster.adminUrl, `CREATE DATABASE ${name} TEMPLATE ${cluster.template} STRATEGY FILE_COPY`);
  return await openFresh(cluster, name, poolSize);
}

/** A database without anything in it, for who migrates it in steps. */
export async function createEmpty(cluster: Cluster): Promise<FreshDatabase> {
  const name = databaseName("empty");
  await run(cluster.adminUrl, `CREATE DATABASE ${name}`);
  return await openFresh(cluster, name, 4);
}

async function openFresh(cluster: Cluster, name: string, poolSize: number): Promise<FreshDatabase> {
  await run(cluster.adminUrl, refuseTemporaryTables(name));
  const adminUrl = urlOfDatabase(cluster.adminUrl, name);
  const log = pino({ level: "silent" });
  const databases = openDatabases(adminUrl, testKeys, log, poolSize);
  const signerPool = openPool(() => urlOfRole(adminUrl, "app_signer", testKeys), 4, log);
  const admin = new pg.Pool({ connectionString: adminUrl, max: 4 });
  // A test may have the server end our connections; only a query that is running shall fail of it.
  admin.on("error", () => {});
  return {
    adminUrl,
    keys: testKeys,
    databases,
    signer: openKysely(signerPool),
    admin,
    close: async () => {
      await Promise.all([databases.close(), signerPool.end(), admin.end()]);
      await dropDatabase(cluster.adminUrl, name);
    },
  };
}

/** Drops it as soon as its sessions have gone; a closed pool's connections need a moment, and FORCE is an error to them. */
async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    for (let tries = 0; tries < 2_000; tries += 1) {
      const { rowCount } = await client.query("SELECT FROM pg_stat_activity WHERE datname = $1", [name]);
      if (rowCount === 0) break;
      await sleep(5);
    }
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

function databaseName(purpose: string): string {
  return `exhibit_${purpose}_${randomBytes(8).toString("hex")}`;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
