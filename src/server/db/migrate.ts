import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration, MigrationProvider } from "kysely/migration";
import pg from "pg";
import type { Keys } from "../keys.ts";
import { writeLimits } from "../limits/write-limits.ts";
import { loginRoles, urlOfRole } from "./connections.ts";
import { refuseTemporaryTables } from "./temporary-tables.ts";

const folder = path.resolve(import.meta.dirname, "../../../db");

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {};
    for (const file of (await readdir(path.join(folder, "migrations"))).filter((name) => name.endsWith(".sql"))) {
      const text = await readFile(path.join(folder, "migrations", file), "utf8");
      migrations[path.basename(file, ".sql")] = {
        // All files share one transaction; each begins as the administrator again.
        up: async (db) => void (await sql.raw(`${text}\nRESET ROLE;`).execute(db)),
      };
    }
    return migrations;
  },
};

/** Names of the migrations this version of the program knows, oldest first. */
export async function knownMigrations(): Promise<string[]> {
  return Object.keys(await sqlFiles.getMigrations()).sort();
}

/**
 * Brings the database to this version: roles, their passwords, each missing migration, all or nothing, then the
 * limits. Safe
 * to run from several processes at once. Throws when the database is newer than the program. `upTo` names the last migration for
 * a new database that is to be as it was in an older version.
 */
export async function migrate(adminUrl: string, keys: Keys, upTo?: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2 });
  // A connection that ends while the pool closes is no news; unheard it would end the process.
  pool.on("error", () => {});
  try {
    await refuseWrongKey(pool, keys);
    await ensureRoles(pool, adminUrl, keys);
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const migrator = new Migrator({ db, provider: sqlFiles, migrationTableSchema: "migrations" });
    const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
    if (error !== undefined) throw error as Error;
    await writeLimits(pool);
    await pool.query(
      "GRANT USAGE ON SCHEMA migrations TO app_backup; GRANT SELECT ON ALL TABLES IN SCHEMA migrations TO app_backup",
    );
    const { rows } = await pool.query<{ name: string }>("SELECT current_database() AS name");
    await pool.query(refuseTemporaryTables(rows[0]!.name));
  } finally {
    await pool.end();
  }
}

/** SECRET_KEY is not the one that this database was set up with. */
export class WrongSecretKey extends Error {
  override readonly name = "WrongSecretKey";
}

/** Going on with another key would change the passwords of the roles that a running server logs in with. */
async function refuseWrongKey(pool: pg.Pool, keys: Keys): Promise<void> {
  const { rows: tables } = await pool.query<{ there: boolean }>(
    "SELECT to_regclass('app.instance_keys') IS NOT NULL AS there",
  );
  if (!tables[0]!.there) return;
  const { rows } = await pool.query<{ wrapped: Buffer }>("SELECT wrapped FROM app.instance_keys WHERE name = 'ledger'");
  try {
    if (rows[0]) keys.unwrap("signing", rows[0].wrapped, "ledger");
  } catch (cause) {
    throw new WrongSecretKey("SECRET_KEY is not the one this database was set up with; nothing was changed.", {
      cause,
    });
  }
}

/** Roles belong to the whole cluster: several databases of it may be set up at once, so a collision is tried again. */
async function ensureRoles(pool: pg.Pool, adminUrl: string, keys: Keys): Promise<void> {
  const roles = await readFile(path.join(folder, "roles.sql"), "utf8");
  for (let attempt = 0; ; attempt += 1) {
    try {
      await pool.query(roles);
      for (const role of loginRoles) {
        if (await canLogIn(urlOfRole(adminUrl, role, keys))) continue;
        await pool.query(`ALTER ROLE ${role} PASSWORD ${pg.escapeLiteral(keys.databasePassword(role))}`);
      }
      return;
    } catch (error) {
      if (attempt >= 20 || !isConcurrentRoleChange(error)) throw error;
      await setTimeout(50 * (attempt + 1));
    }
  }
}

function isConcurrentRoleChange(error: unknown): boolean {
  return error instanceof Error && /tuple concurrently updated|duplicate key value.*pg_authid/s.test(error.message);
}

async function canLogIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
