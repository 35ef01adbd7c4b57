import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyDatabase, freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { migrate } from "./migrate.ts";
import { schemaOf } from "./ready.ts";
import { builtSchemaObjects, fingerprintOf, readSchemaObjects, releasedSchemas } from "./schema-objects.ts";
import type { SchemaObjects } from "./schema-objects.ts";
import { UnusableDatabase } from "./schema-state.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

async function objectsOf({ admin }: Pick<FreshDatabase, "admin">): Promise<SchemaObjects> {
  const client = await admin.connect();
  try {
    await client.query("BEGIN");
    return (await readSchemaObjects(client))!;
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

test("the migrations make the schema that this build knows", async () => {
  expect(await objectsOf(database)).toEqual(await builtSchemaObjects());
});

// Each by hand, and what takes it back.
test.each([
  [
    "a function's body",
    "CREATE OR REPLACE FUNCTION app.fold(p_text text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1'",
    /function app\.fold\(.*\) was changed/,
  ],
  ["a policy", "DROP POLICY tenant_wall ON app.evidence", /table app\.evidence was changed/],
  ["row-level security", "ALTER TABLE app.evidence NO FORCE ROW LEVEL SECURITY", /table app\.evidence was changed/],
  ["a grant", "GRANT DELETE ON app.ledger_entries TO app_user", /table app\.ledger_entries was changed/],
  ["a rule", "CREATE RULE r AS ON INSERT TO app.ledger_acts DO INSTEAD NOTHING", /table app\.ledger_acts was changed/],
  ["a column", "ALTER TABLE app.evidence ADD COLUMN remark text", /table app\.evidence was changed/],
  [
    "a trigger",
    `DO $$ BEGIN EXECUTE (SELECT format('ALTER TABLE app.evidence DISABLE TRIGGER %I', tgname) FROM pg_trigger
      WHERE tgrelid = 'app.evidence'::regclass AND NOT tgisinternal LIMIT 1); END $$`,
    /table app\.evidence was changed/,
  ],
  ["a table", "CREATE TABLE app.mine (n integer)", /table app\.mine is not Exhibit's/],
  ["a function that is gone", "DROP FUNCTION app.fold(text) CASCADE", /function app\.fold\(.*\) is missing/],
])(
  "O1: a database in which %s was changed by hand is refused in one sentence, and not ready",
  async (_what, sql, told) => {
    const changed = await freshDatabase();
    try {
      expect((await schemaOf(changed.databases.userPool)()).reason).toBeUndefined();
      await changed.admin.query(sql);
      const refused: unknown = await migrate(changed.adminUrl).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(UnusableDatabase);
      expect((refused as Error).message).toMatch(
        /^The schema of the database is not what its migrations make: [^\n]+$/,
      );
      expect((refused as Error).message).toMatch(told);
      expect((await schemaOf(changed.databases.userPool)()).reason).toMatch(told);
    } finally {
      await changed.close();
    }
  },
);

test("an index, a role and a schema of the operator's own are none of ours", async () => {
  const own = await freshDatabase();
  try {
    await own.admin.query(
      "CREATE INDEX own_index ON app.evidence (name); CREATE SCHEMA own; CREATE TABLE own.notes (n integer)",
    );
    await migrate(own.adminUrl);
    expect(fingerprintOf(await objectsOf(own))).toBe(fingerprintOf(await builtSchemaObjects()));
  } finally {
    await own.close();
  }
});

test("a database that was moved by dump and load, which words triggers anew, is the same", async () => {
  const moved = await freshDatabase();
  try {
    const { rows } = await moved.admin.query<{ drop: string; create: string }>(
      `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS drop, pg_get_triggerdef(oid) AS create
        FROM pg_trigger WHERE NOT tgisinternal AND tgqual IS NOT NULL`,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { drop, create } of rows) await moved.admin.query(`${drop}; ${create}`);
    expect(await objectsOf(moved)).toEqual(await builtSchemaObjects());
  } finally {
    await moved.close();
  }
});

test("O1: a database of before migrations were frozen is refused, unless its schema is that of a released version", async () => {
  const released = await releasedSchemas();
  for (const [last, fingerprint] of Object.entries(released)) {
    const old = await emptyDatabase();
    try {
      await migrate(old.adminUrl, last);
      expect(fingerprintOf(await objectsOf(old)), last).toBe(fingerprint);
      // They kept neither hashes nor what they made.
      await old.admin.query("DROP TABLE migrations.applied_files, migrations.product, migrations.schema_objects");
      await old.admin.query("ALTER TABLE app.evidence ADD COLUMN draft text");
      const refused: unknown = await migrate(old.adminUrl).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(UnusableDatabase);
      expect((refused as Error).message).toBe(
        `The database is of a development version from before migrations were frozen: it was migrated to ${last}, kept no hashes, and its schema is not that of a released version. Start with an empty database.`,
      );
      await old.admin.query("ALTER TABLE app.evidence DROP COLUMN draft");
      await migrate(old.adminUrl);
      expect(await objectsOf(old), `${last} upgraded is as a new one`).toEqual(await builtSchemaObjects());
    } finally {
      await old.close();
    }
  }
});

test("O1: an older database that was changed by hand is refused before anything of the upgrade", async () => {
  const old = await emptyDatabase();
  try {
    await migrate(old.adminUrl, "0190_installation_audit");
    await old.admin.query("GRANT UPDATE ON app.evidence TO app_auditor");
    await expect(migrate(old.adminUrl)).rejects.toThrow("table app.evidence was changed");
    const { rows } = await old.admin.query("SELECT max(name) AS last FROM migrations.kysely_migration");
    expect(rows).toEqual([{ last: "0190_installation_audit" }]);
  } finally {
    await old.close();
  }
});
