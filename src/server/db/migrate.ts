import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { readMigrationFiles } from "./migration-files.ts";
import type { MigrationFile } from "./migration-files.ts";
import { productVersion } from "./product-version.ts";
import { builtSchemaObjects, releasedSchemas } from "./schema-objects.ts";
import {
  assertBuiltSchema,
  assertKnownSchema,
  assertUsable,
  createSchemaRecord,
  readSchemaState,
  recordSchema,
  UnusableDatabase,
} from "./schema-state.ts";
import type { KnownSchemas, Queryable } from "./schema-state.ts";
import { writeLimits } from "./write-limits.ts";
import { writeRegisters } from "./write-registers.ts";
import { refuseTemporaryTables } from "./temporary-tables.ts";

const folder = path.resolve(import.meta.dirname, "../../../db");

/** Names of the migrations this version of the program knows, oldest first. */
export async function knownMigrations(): Promise<string[]> {
  return (await readMigrationFiles()).map(({ name }) => name);
}

/** The name of the last of them, as the files say now: another than at the start where a newer program was laid over this one. */
export async function newestMigration(): Promise<string> {
  return (await knownMigrations()).at(-1) ?? "";
}

/** What a build brings to a database; a test passes other migrations. */
export interface Build {
  readonly files: readonly MigrationFile[];
  readonly version: string;
  /** Without them nothing is compared: who writes a migration has not described yet what it makes. */
  readonly schemas?: KnownSchemas;
}

/**
 * Brings the database to this version: roles, each missing migration, all or nothing, then the limits and registers. Safe to run from several
 * processes at once: one migrates, the others wait and find nothing left. Throws {@link UnusableDatabase}, before anything is
 * changed, when the database is newer than the program or an applied migration was changed since, or its schema is not what its migrations make; and when a migration fails,
 * after which the schema is as it was. `upTo` names the last migration for a new database that is to be as it was in an older
 * version.
 */
export async function migrate(adminUrl: string, upTo?: string, build?: Build): Promise<void> {
  const { files, version, schemas } = build ?? (await thisBuild());
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2 });
  // A connection that ends while the pool closes is no news; unheard it would end the process.
  pool.on("error", () => {});
  try {
    assertUsable(await readSchemaState(pool), files, version);
    await ensureRoles(pool);
    await alone(pool, (client) => applyMissing(client, { files, version, schemas }, upTo));
    await writeLimits(pool);
    await writeRegisters(pool);
    const { rows } = await pool.query<{ name: string }>("SELECT current_database() AS name");
    // Of two at once one would fail.
    await alone(pool, async (client) => void (await client.query(refuseTemporaryTables(rows[0]!.name))));
  } finally {
    await pool.end();
  }
}

/** Throws {@link UnusableDatabase} when this build must not touch the database; changes nothing. Not within a transaction. */
export async function assertUsableDatabase(client: Queryable): Promise<void> {
  const { files, version, schemas } = await thisBuild();
  const state = await readSchemaState(client);
  assertUsable(state, files, version);
  await client.query("BEGIN READ ONLY");
  try {
    await assertKnownSchema(client, state, schemas);
  } finally {
    await client.query("ROLLBACK");
  }
}

/** This build without what its migrations make, for who finds that out. */
export async function undescribedBuild(): Promise<Build> {
  return { files: await readMigrationFiles(), version: productVersion() };
}

async function thisBuild() {
  const schemas: KnownSchemas = { objects: await builtSchemaObjects(), released: await releasedSchemas() };
  return { ...(await undescribedBuild()), schemas };
}

const LOCK = "hashtextextended('exhibit migrations', 37)";

/**
 * Runs `work` in a transaction while no other process does. The lock is taken before: a transaction that began earlier could still
 * miss tables that the process before made.
 */
async function alone(pool: pg.Pool, work: (client: Queryable) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(${LOCK})`);
    await client.query("BEGIN");
    await work(client);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${LOCK})`).catch(() => {});
    client.release();
  }
}

/** Everything about the schema, within one transaction. */
async function applyMissing(client: Queryable, { files, version, schemas }: Build, upTo?: string): Promise<void> {
  const before = await readSchemaState(client);
  assertUsable(before, files, version);
  if (schemas) await assertKnownSchema(client, before, schemas);
  await createSchemaRecord(client);
  const now = upTo === undefined ? files : files.filter(({ name }) => name <= upTo);
  const applied = new Set(before.applied.map(({ name }) => name));
  for (const { name, sql } of now.filter((file) => !applied.has(file.name))) {
    await client.query(sql).catch((error: unknown) => {
      throw lacksRight(error) ?? failedMigration(name, error);
    });
    // All files share one transaction; each begins as the administrator again.
    await client.query("RESET ROLE");
    await client.query(
      `INSERT INTO migrations.kysely_migration (name, "timestamp") VALUES ($1, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
      [name],
    );
  }
  if (schemas && upTo === undefined) await assertBuiltSchema(client, schemas);
  await recordSchema(client, { before, now, build: version });
  // A backup says of which version it is; a process that serves sees that a newer version has migrated its database.
  await client.query(
    `GRANT USAGE ON SCHEMA migrations TO app_backup, app_user; GRANT SELECT ON ALL TABLES IN SCHEMA migrations TO app_backup;
     GRANT SELECT ON migrations.kysely_migration TO app_user`,
  );
}

/** Why an administrator who is no superuser cannot go on, and what to do; undefined where that is not the reason. */
function lacksRight(cause: unknown): UnusableDatabase | undefined {
  const { message = "" } = (cause ?? {}) as Partial<Error>;
  if (!message.includes("permission denied to set parameter")) return undefined;
  return new UnusableDatabase(
    `Only a superuser may let functions have settings of their own. As a superuser, run once in this database: ${SETTING}`,
    { cause },
  );
}

function failedMigration(name: string, cause: unknown): UnusableDatabase {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new UnusableDatabase(
    `Migration ${name} failed: ${said}. Nothing of this upgrade was kept, and the database is as it was. Start the version that ran before, and report this.`,
    { cause },
  );
}

/** Roles belong to the whole cluster: several databases of it may be set up at once, so a collision is tried again. */
async function ensureRoles(pool: pg.Pool): Promise<void> {
  const roles = await readFile(path.join(folder, "roles.sql"), "utf8");
  await tryAgain(async () => void (await pool.query(roles))).catch((error: Error) => {
    if (!/bypassrls/i.test(error.message)) throw error;
    throw new UnusableDatabase(
      `PostgreSQL 15 lets only a superuser give BYPASSRLS. As a superuser, run once: ${BYPASSING} ${SETTING}`,
      { cause: error },
    );
  });
}

/** What no administrator can do who is not a superuser: let a function of ours have a setting of its own. */
const SETTING = "GRANT SET ON PARAMETER app.withdrawn TO app_owner, app_definer;";
/** What an administrator of PostgreSQL 15 cannot do by themselves. */
const BYPASSING =
  "CREATE ROLE app_owner NOLOGIN NOINHERIT; CREATE ROLE app_definer NOLOGIN NOINHERIT BYPASSRLS; CREATE ROLE app_backup NOLOGIN NOINHERIT BYPASSRLS;";

/** Does `work` again when another database of the cluster changed the same role meanwhile. */
export async function tryAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= 20 || !isConcurrentRoleChange(error)) throw error;
      await setTimeout(50 * (attempt + 1));
    }
  }
}

function isConcurrentRoleChange(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { message } = error;
  return (
    message.includes("tuple concurrently updated") ||
    (message.includes("duplicate key value") && message.includes("pg_auth"))
  );
}
