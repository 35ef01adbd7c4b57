import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { caughtBy } from "#tests/mutation/judge.ts";
import { mutants } from "#tests/mutation/mutants.ts";
import type { Mutant } from "#tests/mutation/mutants.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { leakingCalls, leakingCells } from "./isolation/leaks.ts";
import type { Manifest } from "./isolation/manifest.ts";
import { makeUpRows, seed } from "./isolation/seed.ts";
import { measureIsolation } from "./isolation/measure.ts";
import { undone } from "./isolation/undone.ts";

// A contract test that finds nothing proves nothing until it has been seen to find something. All mutants: npm run test:mutation.
let db: FreshDatabase;
let client: ClientBase & { release(): void };
/** What isolation.test.ts finds, or fails. */
const healthy = JSON.parse(readFileSync(join(import.meta.dirname, "isolation.manifest.json"), "utf8")) as Manifest;
let known: readonly Mutant[];

beforeAll(async () => {
  db = await freshDatabase();
  client = await db.admin.connect();
  await client.query("BEGIN");
  await seed(client);
  known = await mutants(client);
}, 240_000);

afterAll(async () => {
  await client.query("ROLLBACK");
  client.release();
  await db.close();
});

test.each([
  ["DROP POLICY tenant_wall ON app.evidence", /^lint/],
  ["ALTER POLICY read ON app.companies USING (true)", /^matrix/],
  ["GRANT EXECUTE ON app.append_entries TO app_user", /^isolation .*new door/],
  [/^app\.tenant with "m\.status = 'active'" made "true"/, /^doors/],
  [/^app\.file_evidence with "company_id = v_head\.company" made "true"/, /^doors/],
])(
  "the checks notice: %s",
  async (name, by) => {
    const mutant = known.find((each) => (name instanceof RegExp ? name.test(each.name) : each.name === name));
    expect(await caughtBy(client, healthy, mutant!)).toMatch(by);
  },
  120_000,
);

test("an opened wall shows as leaks of every place it stood before", async () => {
  const { cells, doorCells } = await undone(client, async () => {
    await client.query("DROP POLICY tenant_wall ON app.projects");
    await client.query(`CREATE OR REPLACE FUNCTION app.tenant() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
      SET search_path = pg_catalog, pg_temp AS $$SELECT nullif(current_setting('app.company_id', true), '')::uuid$$`);
    return await measureIsolation(client, { tables: ["app.evidence", "app.projects"], doors: ["app.co_members"] });
  });
  expect(leakingCells(cells)).toContain("outsider on app.evidence of A: read all");
  expect(leakingCells(cells)).toContainEqual(
    expect.stringMatching(/^viewer on app\.projects of B: read all; insert refused; update none/),
  );
  expect(leakingCalls(doorCells)).toContain("app.co_members plainly, called by outsider, shows auth.users.id of A");
}, 120_000);

test.each([
  [
    "a table without row-level security",
    "CREATE TABLE app.news (company_id uuid PRIMARY KEY)",
    "lacks ENABLE or FORCE",
  ],
  [
    "a table of which nobody said whose its rows are",
    "CREATE TABLE app.news (id uuid PRIMARY KEY); SELECT app.protect('app.news')",
    "whose its rows are",
  ],
  [
    "a table that the seed leaves empty",
    "CREATE TABLE app.news (company_id uuid PRIMARY KEY); SELECT app.protect('app.news')",
    "has no row",
  ],
  [
    "a door that nobody tries",
    "CREATE FUNCTION app.news() RETURNS void LANGUAGE sql AS ''; GRANT EXECUTE ON FUNCTION app.news TO app_user",
    "is a new door",
  ],
])("the contract test refuses to run with %s", async (_, statements, reason) => {
  await undone(client, async () => {
    await client.query(statements);
    await expect(undone(client, () => measureIsolation(client))).rejects.toThrow(reason);
  });
});

test("the seed makes up rows for a table it has never heard of", async () => {
  const { manifest } = await undone(client, async () => {
    await client.query(`CREATE TABLE app.news (company_id uuid NOT NULL REFERENCES app.companies, id uuid NOT NULL,
      project_id uuid NOT NULL, kind text NOT NULL CHECK (kind IN ('good', 'bad')), written_by uuid NOT NULL, at timestamptz NOT NULL,
      PRIMARY KEY (company_id, id), FOREIGN KEY (company_id, project_id) REFERENCES app.projects)`);
    await client.query(`SELECT app.protect('app.news'); GRANT SELECT ON app.news TO app_user;
      CREATE POLICY read ON app.news FOR SELECT TO app_user USING (true)`);
    await makeUpRows(client);
    return await measureIsolation(client, { tables: ["app.news"], doors: [] });
  });
  expect(manifest.tables["app.news"]).toMatchObject({
    "owner, admin, member, viewer, viewer of A who is a member of B, a connection of A": {
      "company A": "read all",
      "company B": "read none",
    },
  });
});
