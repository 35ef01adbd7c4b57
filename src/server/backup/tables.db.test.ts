import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { companyColumn, isKept, tablesInOrder } from "./tables.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** Tables that end a backup, because nobody said whether their rows are a company's. */
async function strange(): Promise<readonly string[]> {
  const client = await database.admin.connect();
  try {
    return (await tablesInOrder(client)).filter(isKept).flatMap((table) => {
      try {
        companyColumn(table);
        return [];
      } catch {
        return table.name;
      }
    });
  } finally {
    client.release();
  }
}

test("of every table it is said whether a backup keeps its rows, and whose they are", async () => {
  expect(await strange()).toEqual([]);
  await database.admin.query("CREATE TABLE app.strange (id uuid PRIMARY KEY)");
  expect(await strange()).toEqual(["app.strange"]);
});
