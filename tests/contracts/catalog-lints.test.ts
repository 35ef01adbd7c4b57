import type { ClientBase } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { breaches, lints } from "./catalog/lints.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

/** In a transaction of the administrator that is rolled back, so that even roles may be spoiled. */
async function spoiled<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await db.admin.connect();
  try {
    await client.query("BEGIN");
    return await work(client);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

describe.each(lints)("$rule", (lint) => {
  test("holds for the whole database", async () => {
    expect(await spoiled((client) => breaches(client, [lint]))).toEqual([]);
  });

  test.each(lint.broken)("is seen to be broken by: %s", async (statement) => {
    const found = await spoiled(async (client) => {
      await client.query(statement);
      return await breaches(client, [lint]);
    });
    expect(found).not.toEqual([]);
  });
});
