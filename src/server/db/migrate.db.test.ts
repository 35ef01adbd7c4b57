import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyDatabase, freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { knownMigrations, migrate } from "./migrate.ts";
import { readMigrationFiles } from "./migration-files.ts";
import { productVersion } from "./product-version.ts";
import { readSchemaState, UnusableDatabase } from "./schema-state.ts";

let database: FreshDatabase;
beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(() => database.close());

const state = () => readSchemaState(database.admin);
const step = (name: string, sql: string, sha256 = `hash of ${name}`) => ({ name, sql, sha256 });
const build = (version: string, ...files: ReturnType<typeof step>[]) => ({ version, files });
const run = (target: ReturnType<typeof build>) => migrate(database.adminUrl, undefined, target);
const first = step("0001_one", "CREATE TABLE public.one (n integer); INSERT INTO public.one VALUES (1)");
const two = step("0002_two", "ALTER TABLE public.one ADD COLUMN m integer; UPDATE public.one SET m = n");

/** What a refused or failed migration must leave alone: every table with its columns, and what is recorded. */
async function everything(): Promise<unknown> {
  const { rows: columns } = await database.admin.query(
    `SELECT table_schema, table_name, column_name FROM information_schema.columns
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2, 3`,
  );
  return { columns, state: await state() };
}

test("a new database knows every migration's hash and the version that made it", async () => {
  await migrate(database.adminUrl);
  const files = await readMigrationFiles();
  expect(await state()).toEqual({
    applied: files.map(({ name, sha256 }) => ({ name, sha256 })),
    version: productVersion(),
  });
});

test("a database of a release without hashes takes over those of the files that this version knows", async () => {
  await run(build("0.1.0", first));
  await database.admin.query("DROP TABLE migrations.applied_files, migrations.product");
  await run(build("0.2.0", first, two));
  const { rows } = await database.admin.query(
    "SELECT name, sha256, version FROM migrations.applied_files ORDER BY name",
  );
  expect(rows).toEqual([
    { name: first.name, sha256: first.sha256, version: null },
    { name: two.name, sha256: two.sha256, version: "0.2.0" },
  ]);
});

test("an older database migrates forward and keeps its rows; a version without migrations changes no schema", async () => {
  await run(build("0.1.0", first));
  await run(build("0.2.0", first, two));
  expect((await database.admin.query("SELECT n, m FROM public.one")).rows).toEqual([{ n: 1, m: 1 }]);
  await run(build("0.2.1", first, two));
  expect((await state()).version).toBe("0.2.0");
});

test("an applied migration that was changed since is refused by its name, and nothing is changed", async () => {
  await run(build("0.1.0", first));
  const before = await everything();
  const changed = build("0.2.0", { ...first, sha256: "other" }, two);
  await expect(run(changed)).rejects.toThrow(UnusableDatabase);
  await expect(run(changed)).rejects.toThrow(
    "Migration 0001_one differs from the one this database has: its file has SHA-256 other, the database applied hash of 0001_one.",
  );
  expect(await everything()).toEqual(before);
});

test("a database that a newer version migrated is refused by that version's name, and nothing is changed", async () => {
  await run(build("0.3.0", first, two));
  const before = await everything();
  await expect(run(build("0.2.0", first))).rejects.toThrow(
    "The database is newer than this program: Exhibit 0.3.0 migrated it to 0002_two, which Exhibit 0.2.0 does not know.",
  );
  expect(await everything()).toEqual(before);
});

test("a migration that stands before one the database already has is refused", async () => {
  await run(build("0.1.0", step("0002_two", "SELECT 1")));
  await expect(run(build("0.2.0", first, step("0002_two", "SELECT 1")))).rejects.toThrow(
    "Migration 0001_one comes before 0002_two, which this database already has.",
  );
});

test("a migration that fails takes back those before it, and the database is as it was", async () => {
  await run(build("0.1.0", first));
  const before = await everything();
  const broken = step("0003_broken", "CREATE TABLE public.three (); SELECT 1 / 0");
  await expect(run(build("0.2.0", first, two, broken))).rejects.toThrow(
    "Migration 0003_broken failed: division by zero. Nothing of this upgrade was kept, and the database is as it was.",
  );
  expect(await everything()).toEqual(before);
  // The next try begins from there.
  await run(build("0.2.0", first, two));
  expect((await state()).applied).toHaveLength(2);
});

test("a migration that cannot run in a transaction is refused, not run half", async () => {
  await run(build("0.1.0", first));
  const outside = step("0002_outside", "CREATE INDEX CONCURRENTLY slow ON public.one (n)");
  await expect(run(build("0.2.0", first, outside))).rejects.toThrow(
    "Migration 0002_outside failed: CREATE INDEX CONCURRENTLY cannot run inside a transaction block.",
  );
  expect((await state()).applied).toHaveLength(1);
});

test("four processes that start at once migrate once", async () => {
  await database.admin.query("CREATE TABLE public.ran (name text)");
  const counted = step("0001_counted", "INSERT INTO public.ran VALUES ('0001_counted'); SELECT pg_sleep(0.3)");
  await Promise.all(Array.from({ length: 4 }, () => run(build("0.1.0", counted))));
  expect((await database.admin.query("SELECT name FROM public.ran")).rows).toEqual([{ name: counted.name }]);
  expect((await state()).applied).toEqual([{ name: counted.name, sha256: counted.sha256 }]);
});

test("the roles that serve cannot change what is recorded of the schema", async () => {
  const served = await freshDatabase();
  try {
    for (const pool of [served.databases.userPool, served.databases.authPool, served.databases.workerPool])
      for (const table of ["applied_files", "product", "kysely_migration"])
        await expect(pool.query(`DELETE FROM migrations.${table}`)).rejects.toThrow(/permission denied/);
    expect((await readSchemaState(served.admin)).applied.map(({ name }) => name)).toEqual(await knownMigrations());
  } finally {
    await served.close();
  }
});
