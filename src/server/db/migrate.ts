import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration, MigrationProvider } from "kysely/migration";
import pg from "pg";
import { writeLimits } from "./write-limits.ts";
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
 * Brings the database to this version: roles, each missing migration, all or nothing, then the limits. Safe to run from several
 * processes at once. Throws when the database is newer than the program. `upTo` names the last migration for a new database that
 * is to be as it was in an older version.
 */
export async function migrate(adminUrl: string, upTo?: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2 });
  // A connection that ends while the pool closes is no news; unheard it would end the process.
  pool.on("error", () => {});
  try {
    await ensureRoles(pool);
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

/** Roles belong to the whole cluster: several databases of it may be set up at once, so a collision is tried again. */
async function ensureRoles(pool: pg.Pool): Promise<void> {
  const roles = await readFile(path.join(folder, "roles.sql"), "utf8");
  await tryAgain(async () => void (await pool.query(roles)));
}

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
