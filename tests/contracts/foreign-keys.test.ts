import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "../support/cluster.ts";
import { freshDatabase } from "../support/fresh-database.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

interface Key {
  readonly name: string;
  readonly target: string;
  readonly columns: readonly string[];
  readonly types: readonly string[];
}

/** Every foreign key: the table that it leads to, and the columns there with their types. */
async function foreignKeys(): Promise<readonly Key[]> {
  const { rows } = await database.admin.query<Key>(`
    SELECT DISTINCT ON (target, columns) * FROM (SELECT c.conrelid::regclass || '.' || c.conname AS name, c.confrelid::regclass::text AS target,
      array_agg(quote_ident(a.attname) ORDER BY k.place)::text[] AS columns, array_agg(format_type(a.atttypid, NULL) ORDER BY k.place)::text[] AS types
      FROM pg_constraint c CROSS JOIN unnest(c.confkey) WITH ORDINALITY k (number, place)
      JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.number
      WHERE c.contype = 'f' AND c.connamespace IN ('app'::regnamespace, 'auth'::regnamespace) GROUP BY c.oid) x
    ORDER BY target, columns`);
  return rows;
}

/**
 * Tables where another index may be taken while they are new, and why nobody waits for it: what leads there comes long after it, one
 * by one, or few lie there.
 */
const excused: Readonly<Record<string, string>> = {
  "app.collection_runs": "changes are written beside one run of a connection, of which there are few by then",
  "app.connections": "few a company",
  "app.evidence": "answers and courses name an exhibit one by one",
  "app.manual_tests": "exhibits of a test are named one by one",
  "app.policy_versions": "few a company",
  "app.review_rows": "decided by people, long after they were written",
};

test("each foreign key finds the row that it leads to by one that no other row can be, also while a table is new and nothing is known of it", async () => {
  const wrong: string[] = [];
  const client = await database.admin.connect();
  try {
    await client.query("SET plan_cache_mode = force_generic_plan");
    const keys = await foreignKeys();
    expect(keys.length).toBeGreaterThan(30);
    for (const { name, target, columns, types } of keys) {
      if (target in excused) continue;
      const condition = columns.map((column, at) => `${column} OPERATOR(pg_catalog.=) $${at + 1}`).join(" AND ");
      await client.query(
        `PREPARE looked (${types.join(", ")}) AS SELECT 1 FROM ONLY ${target} x WHERE ${condition} FOR KEY SHARE OF x`,
      );
      const { rows } = await client.query<{ "QUERY PLAN": string }>(
        `EXPLAIN (COSTS off) EXECUTE looked (${types.map(() => "NULL").join(", ")})`,
      );
      await client.query("DEALLOCATE looked");
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      const used = /using (\w+) on/.exec(plan)?.[1];
      const found =
        used &&
        (await client.query("SELECT indisunique FROM pg_index WHERE indexrelid = $1::regclass", [
          `${target.split(".")[0]}.${used}`,
        ]));
      if (!found || !found.rows[0]?.indisunique) wrong.push(`${name}: ${plan}`);
      else if (!/Index Cond: .*\bid = /.test(plan) && columns.includes("id")) wrong.push(`${name}: ${plan}`);
    }
  } finally {
    client.release();
  }
  expect(wrong).toEqual([]);
});
