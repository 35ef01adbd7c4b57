import type { ClientBase } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyTables, rowsOfCompany } from "#tests/support/company-rows.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { onSeeded } from "./isolation/measure.ts";
import { companies } from "./isolation/principals.ts";
import { readTables } from "./isolation/tables.ts";

// A company with a row in every table there is: whoever adds a table finds out here whether its rows keep a company from being erased.

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
}, 120_000);
afterAll(() => db.close());

/** Tables of which a row names a company, wherever in it. */
async function naming(client: ClientBase, company: string): Promise<string[]> {
  const parts = (await readTables(client)).map(
    ({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name} x WHERE strpos(x::text, $1) > 0)`,
  );
  const { rows } = await client.query(parts.join(" UNION ALL "), [company]);
  return rows.map(({ name }) => name as string).toSorted();
}

test("a company with a row in every table is erased whole, and nothing of another", async () => {
  await onSeeded(db.admin, async (client) => {
    const tables = await companyTables(client);
    const [before, other] = [await rowsOfCompany(client, companies.A), await rowsOfCompany(client, companies.B)];
    expect([Object.keys(before), Object.keys(other)]).toEqual([tables, tables]);
    await client.query("UPDATE app.companies SET deletion_due_at = now() WHERE id = $1", [companies.A]);
    await client.query("SELECT app.close_company($1, now())", [companies.A]);
    const { rows } = await client.query("SELECT app.erase_company($1) AS gone", [companies.A]);
    await client.query("SET CONSTRAINTS ALL IMMEDIATE");
    expect(rows).toEqual([{ gone: true }]);
    expect(await rowsOfCompany(client, companies.A)).toEqual({});
    expect(await naming(client, companies.A)).toEqual([]);
    expect(await rowsOfCompany(client, companies.B)).toEqual(other);
  });
}, 120_000);
