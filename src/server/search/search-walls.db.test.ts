import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let otto: Person;
let otherCompany: string;
const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);

const fill = (company: string, person: Person, count: number) =>
  admin(
    `INSERT INTO app.evidence (company_id, id, number, ledger_index, name, type, source, collector, collected_at, valid_until,
        filed_at, filed_by, sha256, size, media_type, file_name, storage_location_id, blob_key)
      SELECT $1, gen_random_uuid(), n, n, 'Observation ' || n || ' ' || md5(n::text), 'Config', 'Sample', '', now(),
        now(), now(), $2, sha256('x'), 1, 'a/b', 'f', (SELECT id FROM app.storage_locations WHERE is_default), 'k'
      FROM generate_series(1, $3::int) n`,
    [company, person.id, count],
  );

/** How many blocks a search touches: what its time is made of, without the noise of a clock. */
async function blocksOf(text: string): Promise<number> {
  const client = await running.database.admin.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
      otto.id,
      otherCompany,
    ]);
    const explain = "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT app.find_evidence($1, 8)";
    // The first time what the catalogue says is read, too.
    await client.query(explain, [`%${text}%`]);
    const { rows } = await client.query(explain, [`%${text}%`]);
    const { Plan: plan } = rows[0]["QUERY PLAN"][0];
    return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

beforeAll(async () => {
  running = await runApp();
  otto = await running.person("Otto");
  otherCompany = await otto.found("Curious LLP");
  await fill(otherCompany, otto, 6_000);
  await admin("VACUUM ANALYZE app.evidence");
});
afterAll(() => running.close());

// Where it does not, a search reads what matches in every company: of 200,000 items it took 3 ms for a word that nobody
// has, and 270 ms for one that another company has in 60,000.
test("an index that finds words is looked up for one company at a time, so that no time tells what others have", async () => {
  const { rows } =
    await admin(`SELECT c.relname AS index, a.attname AS first FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_am m ON m.oid = c.relam AND m.amname = 'gin' JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'app'
    LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]`);
  const first = "company_id";
  expect(rows.toSorted((a, b) => (a.index < b.index ? -1 : 1))).toEqual([
    { index: "evidence_words", first },
    { index: "record_names_trigrams", first },
  ]);
});

test.each(["\\_\\_\\_", "q%z%q%z", "é%!!!"])(
  "what has no three letters in a row reads the newest items only: %s",
  async (text) => {
    expect(await blocksOf(text)).toBeLessThan(300);
  },
);
