import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration } from "kysely/migration";
import pg from "pg";

const migrations = path.resolve(import.meta.dirname, "../../db/migrations");

/** What a release left behind, in tests/upgrade: its data, its files, a bundle and a backup that it made. */
export interface OldRelease {
  readonly folder: string;
  /** Its last migration. */
  readonly last: string;
}

export const oldReleases: readonly OldRelease[] = [
  { folder: path.resolve(import.meta.dirname, "../upgrade/42c1b4b"), last: "0022_linking" },
  { folder: path.resolve(import.meta.dirname, "../upgrade/51d34bd"), last: "0034_portal_losses" },
];

/** Makes a database as the release made it, with the release's data. The roles must be there. */
export async function restoreOldRelease(adminUrl: string, { folder, last }: OldRelease): Promise<void> {
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2 });
  pool.on("error", () => {});
  try {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const migrator = new Migrator({ db, provider: { getMigrations }, migrationTableSchema: "migrations" });
    const { error } = await migrator.migrateTo(last);
    if (error !== undefined) throw error as Error;
    const { rows } = await pool.query<{ names: string }>(
      "SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') AS names FROM pg_tables WHERE schemaname IN ('app', 'auth')",
    );
    const data = gunzipSync(await readFile(path.join(folder, "data.sql.gz"))).toString("utf8");
    // As replication loads it: triggers have seen these rows before.
    await pool.query(`BEGIN; SET LOCAL session_replication_role = replica;
      TRUNCATE ${rows[0]!.names} CASCADE; ${data}; COMMIT`);
  } finally {
    await pool.end();
  }
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(migrations)).filter((name) => name.endsWith(".sql"));
  const texts = await Promise.all(files.map((file) => readFile(path.join(migrations, file), "utf8")));
  return Object.fromEntries(
    files.map((file, at) => [
      path.basename(file, ".sql"),
      { up: async (db: Kysely<any>) => void (await sql.raw(`${texts[at]!}\nRESET ROLE;`).execute(db)) },
    ]),
  );
}
