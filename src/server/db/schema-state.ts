import type pg from "pg";
import type { MigrationFile } from "./migration-files.ts";

/** This build cannot work with the database. The message says why, and what the operator can do. */
export class UnusableDatabase extends Error {
  override readonly name = "UnusableDatabase";
}

/** What a database says about its schema. An empty database has no migrations and no version. */
export interface SchemaState {
  /** Applied migrations, oldest first. `sha256` is missing for those applied before hashes were kept. */
  readonly applied: readonly { readonly name: string; readonly sha256?: string }[];
  /** The product version that changed the schema last. */
  readonly version?: string;
}

/** A connection of the administrator's, or a pool of them. */
export type Queryable = Pick<pg.ClientBase, "query">;

/** Reads the state. Works on a database of any version, also an empty one. */
export async function readSchemaState(client: Queryable): Promise<SchemaState> {
  const { rows: there } = await client.query<{ applied: boolean; hashes: boolean }>(
    "SELECT to_regclass('migrations.kysely_migration') IS NOT NULL AS applied, to_regclass('migrations.applied_files') IS NOT NULL AS hashes",
  );
  const { applied, hashes } = there[0]!;
  if (!applied) return { applied: [] };
  const { rows: names } = await client.query<{ name: string }>(
    'SELECT name FROM migrations.kysely_migration ORDER BY name COLLATE "C"',
  );
  if (!hashes) return { applied: names };
  const { rows: files } = await client.query<{ name: string; sha256: string }>(
    "SELECT name, sha256 FROM migrations.applied_files",
  );
  const { rows: product } = await client.query<{ version: string }>("SELECT version FROM migrations.product");
  const hashOf = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  return { applied: names.map(({ name }) => ({ name, sha256: hashOf.get(name) })), version: product[0]?.version };
}

/**
 * Throws {@link UnusableDatabase} when this build must not touch the database: a newer build migrated it, an applied
 * migration has other content than this build's file, or an unapplied one stands before an applied one.
 */
export function assertUsable(state: SchemaState, files: readonly MigrationFile[], build: string): void {
  const problem = unknownIn(state, files, build) ?? changedIn(state, files) ?? skippedIn(state, files);
  if (problem !== undefined) throw new UnusableDatabase(problem);
}

function unknownIn({ applied, version }: SchemaState, files: readonly MigrationFile[], build: string) {
  const unknown = applied.filter(({ name }) => !files.some((file) => file.name === name));
  if (unknown.length === 0) return undefined;
  const newer = version === undefined ? "a newer Exhibit" : `Exhibit ${version}`;
  return `The database is newer than this program: ${newer} migrated it to ${unknown.at(-1)!.name}, which Exhibit ${build} does not know. Install that version or a newer one, or restore a backup made before the upgrade.`;
}

function changedIn({ applied }: SchemaState, files: readonly MigrationFile[]) {
  for (const { name, sha256: kept } of applied) {
    const { sha256 } = files.find((file) => file.name === name)!;
    if (kept !== undefined && kept !== sha256)
      return `Migration ${name} differs from the one this database has: its file has SHA-256 ${sha256}, the database applied ${kept}. An applied migration must not change. Restore the released file.`;
  }
  return undefined;
}

function skippedIn({ applied }: SchemaState, files: readonly MigrationFile[]) {
  const last = applied.at(-1)?.name;
  const skipped = files.find(
    ({ name }) => last !== undefined && name < last && !applied.some((item) => item.name === name),
  );
  return (
    skipped &&
    `Migration ${skipped.name} comes before ${last}, which this database already has. A new migration needs a higher number.`
  );
}

/**
 * Creates what the schema is recorded in: the applied migrations, each one's hash, and the product version. The first has the name
 * and the columns that it had when a library kept it.
 */
export async function createSchemaRecord(client: Queryable): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS migrations;
    CREATE TABLE IF NOT EXISTS migrations.kysely_migration (name varchar(255) PRIMARY KEY, "timestamp" varchar(255) NOT NULL);
    CREATE TABLE IF NOT EXISTS migrations.applied_files (name text PRIMARY KEY, sha256 text NOT NULL, version text);
    CREATE TABLE IF NOT EXISTS migrations.product (version text NOT NULL, only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row))`);
}

/**
 * Writes down what the schema now consists of. Migrations that an earlier build applied without keeping a hash get the
 * hash of the file that this build knows, and no version.
 */
export async function recordSchema(
  client: Queryable,
  { before, now, build }: { before: SchemaState; now: readonly MigrationFile[]; build: string },
): Promise<void> {
  const had = new Set(before.applied.map(({ name }) => name));
  for (const { name, sha256 } of now)
    await client.query(
      "INSERT INTO migrations.applied_files (name, sha256, version) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
      [name, sha256, had.has(name) ? null : build],
    );
  if (now.some(({ name }) => !had.has(name)) || before.version === undefined)
    await client.query(
      "INSERT INTO migrations.product (version) VALUES ($1) ON CONFLICT (only_row) DO UPDATE SET version = excluded.version",
      [build],
    );
}
