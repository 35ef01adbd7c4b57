import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { distributionOf } from "#tests/support/distribution.ts";
import type { Distribution } from "#tests/support/distribution.ts";

// Every table of a company could lie with its company on one of several machines (docs/operations/scale.md).

let database: FreshDatabase;
let found: Distribution;
beforeAll(async () => {
  database = await freshDatabase();
  found = await distributionOf(database.admin);
});
afterAll(() => database.close());

const TOKEN =
  "found by 32 random bytes before its company is known: on machines of its own the index is kept without the promise";

/** Unique without the company, and what would become of it. */
const acrossCompanies: Readonly<Record<string, string>> = {
  "app.companies companies_slug_key":
    "an address of the portal ends in letters of the company's own id, and is unique by them",
  "app.invitation_links invitation_links_token_key": TOKEN,
  "app.link_attempts link_attempts_state_sha256_key": TOKEN,
  "app.staff_links staff_links_token_sha256_key": TOKEN,
  "app.staff_sessions staff_sessions_token_sha256_key": TOKEN,
};

/** Tables with a company that stay together all the same, on the first machine. */
const kept: Readonly<Record<string, string>> = {
  "app.jobs": "one queue that every worker claims from, by time and not by company; work of the installation has none",
};

test("every unique index of a company's table has the company in it, or a reason", () => {
  expect(found.unique.filter((name) => !(name in acrossCompanies) && !(name.split(" ")[0]! in kept))).toEqual([]);
  expect(Object.keys(acrossCompanies).filter((name) => !found.unique.includes(name))).toEqual([]);
});

test("no key of a company's table leads to another company's, and none of the installation's to any", () => {
  expect(found.foreign).toEqual([]);
  expect(found.inward).toEqual([]);
});

test("every row of a company's table names it", () => {
  expect(found.nullable).toEqual(Object.keys(kept));
});

test("what spreads the tables over machines names each of them once", async () => {
  const spread = found.tenant.filter(({ table }) => !(table in kept));
  const lines = [
    "-- Spreads the tables of companies over the machines of a Citus cluster. Made by tests/contracts/distributable.test.ts (npm run test:db --",
    "-- tests/contracts/distributable.test.ts -u); see docs/operations/scale.md. It has not been run on a cluster.",
    "SET citus.enable_unsafe_triggers = on;",
    "",
    "-- On every machine, because tables of companies point at them or policies ask them.",
    ...found.others
      .filter((table) => REFERENCE.has(table))
      .map((table) => `SELECT create_reference_table('${table}');`),
    "",
    "-- With their company.",
    `SELECT create_distributed_table('app.companies', 'id');`,
    ...spread
      .filter(({ table }) => table !== "app.companies")
      .map(
        ({ table, column }) =>
          `SELECT create_distributed_table('${table}', '${column}', colocate_with => 'app.companies');`,
      ),
    "",
    `-- On the first machine alone: ${[...found.others.filter((table) => !REFERENCE.has(table)), ...Object.keys(kept)].join(", ")}.`,
    "",
  ];
  expect([...REFERENCE].filter((table) => !found.others.includes(table))).toEqual([]);
  await expect(lines.join("\n")).toMatchFileSnapshot("../../deploy/citus/distribute.sql");
});

/** What policies, triggers and keys of companies' tables read. */
const REFERENCE = new Set([
  "app.account_bounds",
  "app.feature_flags",
  "app.judges",
  "app.limits",
  "app.owner_limits",
  "app.plans",
  "app.platform_admins",
  "app.profiles",
  "app.register_fields",
  "app.registers",
  "app.storage_locations",
  "auth.users",
]);
