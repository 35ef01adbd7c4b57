import { afterAll, beforeAll, expect, test } from "vitest";
import { registers } from "#catalog/registers/index.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test("who somebody is, is looked up once for a statement, however many registers there are", async () => {
  const admin = await database.admin.connect();
  await admin.query("BEGIN");
  await admin.query("SET LOCAL track_functions = 'all'");
  await admin.query("SELECT app.my_registers('read'), app.my_registers('write')");
  const { rows } =
    await admin.query(`SELECT pg_stat_get_xact_function_calls('app.my_role()'::regprocedure)::integer AS roles,
    pg_stat_get_xact_function_calls('app.is_company_itself()'::regprocedure)::integer AS companies`);
  await admin.query("ROLLBACK");
  admin.release();
  expect(registers.length).toBeGreaterThan(2);
  expect(rows).toEqual([{ roles: 2, companies: 1 }]);
});
