import { afterAll, beforeAll, expect, test } from "vitest";
import { planOf } from "#catalog/plans.ts";
import { freshDatabase } from "../support/fresh-database.ts";
import type { FreshDatabase } from "../support/fresh-database.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

test("the limits that the database holds are those of the price list", async () => {
  const { rows } = await db.admin.query("SELECT key, users, frameworks, api_access FROM app.plans ORDER BY key");
  expect(rows.map(({ key }) => key)).toEqual(["early-access", "enterprise", "growth", "scale", "starter"]);
  for (const { key, users, frameworks, api_access } of rows) {
    const { limits } = planOf(key);
    expect({ key: planOf(key).key, users, frameworks, api_access }).toEqual({
      key,
      users: limits.users === "unlimited" ? null : limits.users,
      frameworks: limits.frameworks === "all" ? null : limits.frameworks,
      api_access: limits.apiAccess,
    });
  }
});
