import type pg from "pg";
import type { MigrationFile } from "./migration-files.ts";
import { differenceOf, fingerprintOf, readSchemaObjects } from "./schema-objects.ts";
import type { SchemaObjects } from "./schema-objects.ts";

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

/** What a build knows of schemas: what its own migrations make, and what released versions without hashes had. */
export interface KnownSchemas {
  readonly objects: SchemaObjects;
  readonly released: Readonly<Record<string, string>>;
}

/**
 * Throws {@link UnusableDatabase} where the schema is not what its migrations make: a database of before hashes that is none of a
 * released version, one that is of this build's version, or one that was left by a build which wrote down what it made. Reads
 * alone, within a transaction. `state` was read from the same database.
 */
export async function assertKnownSchema(client: Queryable, state: SchemaState, known: KnownSchemas): Promise<void> {
  const last = state.applied.at(-1)?.name;
  const found = last === undefined ? undefined : await readSchemaObjects(client);
  if (last === undefined || !found) return;
  if (state.applied.some(({ sha256 }) => sha256 === undefined) && known.released[last] !== fingerprintOf(found))
    throw new UnusableDatabase(
      `The database is of a development version from before migrations were frozen: it was migrated to ${last}, kept no hashes, and its schema is not that of a released version. Start with an empty database.`,
    );
  const recorded = await recordedObjects(client);
  const difference = recorded && differenceOf(recorded, found);
  if (difference !== undefined) throw new UnusableDatabase(asChanged(difference));
}

/** Within the transaction that migrated: throws {@link UnusableDatabase} where that did not make what this build's migrations make. */
export async function assertBuiltSchema(client: Queryable, { objects }: KnownSchemas): Promise<void> {
  const found = await readSchemaObjects(client);
  const difference = found && differenceOf(objects, found);
  if (difference !== undefined) throw new UnusableDatabase(asChanged(difference));
}

const asChanged = (difference: string) =>
  `The schema of the database is not what its migrations make: ${difference}. Undo what was changed by hand, or restore a backup into an empty database. (While you write a migration: npm run schema.)`;

async function recordedObjects(client: Queryable): Promise<SchemaObjects | undefined> {
  const { rows: there } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('migrations.schema_objects') IS NOT NULL AS there",
  );
  if (!there[0]!.there) return undefined;
  const { rows } = await client.query<{ objects: SchemaObjects }>("SELECT objects FROM migrations.schema_objects");
  return rows[0]?.objects;
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
 * Creates what the schema is recorded in: the applied migrations, each one's hash, the product version, and what they made. The first has the name
 * and the columns that it had when a library kept it.
 */
export async function createSchemaRecord(client: Queryable): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS migrations;
    CREATE TABLE IF NOT EXISTS migrations.kysely_migration (name varchar(255) PRIMARY KEY, "timestamp" varchar(255) NOT NULL);
    CREATE TABLE IF NOT EXISTS migrations.applied_files (name text PRIMARY KEY, sha256 text NOT NULL, version text);
    CREATE TABLE IF NOT EXISTS migrations.product (version text NOT NULL, only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row));
    CREATE TABLE IF NOT EXISTS migrations.schema_objects (objects jsonb NOT NULL, only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row))`);
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
  const objects = await readSchemaObjects(client);
  if (!objects) return void (await client.query("DELETE FROM migrations.schema_objects"));
  await client.query(
    `INSERT INTO migrations.schema_objects AS o (objects) VALUES ($1)
      ON CONFLICT (only_row) DO UPDATE SET objects = excluded.objects WHERE o.objects <> excluded.objects`,
    [JSON.stringify(objects)],
  );
}
