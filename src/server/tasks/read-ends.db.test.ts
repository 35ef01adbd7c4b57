import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { sql } from "kysely";
import { asCaller } from "../db/as-caller.ts";
import type { Tx } from "../db/as-caller.ts";
import { readAssurances, readPapers } from "./read-ends.ts";
import { readRestores } from "./read-restores.ts";

let running: RunningApp;
let olga: Person;
let company: string;
const MANY = 60;
const EACH = 5;
const NOW = new Date("2026-11-30T12:00:00.000Z");

const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);

/** Copies of what `fields` says of each number from 1 on, approved, with what they lead to. */
async function fill(register: string, fields: string): Promise<void> {
  const client = await running.database.admin.connect();
  try {
    // As the database has them in the end: who wrote them is no matter here.
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    await client.query(
      `INSERT INTO app.records (company_id, id, register, number, fields, version, created_by, created_at, changed_by, changed_at,
        authors, salt, ledger_index, approved_by, approved_at)
      SELECT $1, gen_random_uuid(), $2, n, ${fields}, 1, $3, now(), $3, now(), ARRAY[$3::uuid], sha256('x'), 1, $3, now()
      FROM generate_series(1, $4::integer) n`,
      [company, register, olga.id, ["vendors", "systems"].includes(register) ? MANY : MANY * EACH],
    );
    await client.query(
      `SELECT app.link_records($1, x.ids), app.key_tasks($1, x.ids)
        FROM (SELECT ARRAY(SELECT r.id FROM app.records r WHERE r.company_id = $1 AND r.register = $2) AS ids) x`,
      [company, register],
    );
    await client.query("COMMIT");
  } finally {
    client.release(true);
  }
}

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  company = await olga.found("Many papers");
  await admin(
    `INSERT INTO app.systems (company_id, name, kinds, added_by) SELECT $1, 'System ' || n, '{cloud}', $2 FROM generate_series(1, ${MANY}) n`,
    [company, olga.id],
  );
  const nth = (from: string) =>
    `(SELECT x.id FROM (SELECT id, row_number() OVER (ORDER BY id) AS at ${from}) x WHERE x.at = (n - 1) % ${MANY} + 1)`;
  const vendor = nth("FROM app.records WHERE company_id = $1 AND register = 'vendors'");
  const system = nth("FROM app.systems WHERE company_id = $1");
  await fill(
    "vendors",
    `jsonb_build_object('name', 'Vendor ' || n, 'rating', 'high', 'data', '["client"]'::jsonb, 'hosting', 'yes')`,
  );
  await fill("systems", `jsonb_build_object('systemId', ${system}, 'criticality', 'critical')`);
  await fill(
    "assurances",
    `jsonb_build_object('vendorId', ${vendor}, 'kind', 'soc2', 'physical', 'yes', 'datedOn', to_char(date '2026-01-01' + (n / ${MANY})::integer, 'YYYY-MM-DD'))`,
  );
  await fill("contracts", `jsonb_build_object('vendorId', ${vendor}, 'kind', 'other')`);
  await fill(
    "tests",
    `jsonb_build_object('systemIds', jsonb_build_array(${system}), 'kind', 'restore', 'doneOn', to_char(date '2026-02-01' + (n / ${MANY})::integer, 'YYYY-MM-DD'))`,
  );
  await admin("ANALYZE app.records, app.record_links, app.systems");
});
afterAll(() => running.close());

/** What is answered, and how many rows of records were looked at for it. */
async function counted<T>(read: (tx: Tx) => Promise<T>): Promise<{ answer: T; looked: number }> {
  return await asCaller(running.app.services.databases.user, { userId: olga.id, companyId: company }, async (tx) => {
    const looks = async () => {
      const { rows } = await sql<{
        n: number;
      }>`SELECT (seq_tup_read + idx_tup_fetch)::integer AS n FROM pg_catalog.pg_stat_xact_user_tables
        WHERE schemaname = 'app' AND relname = 'records'`.execute(tx);
      return rows[0]!.n;
    };
    const before = await looks();
    const answer = await read(tx);
    return { answer, looked: (await looks()) - before };
  });
}

test("each paper and test is looked at a few times, and not once for each of as many vendors and systems", async () => {
  const { rows } = await admin("SELECT count(*)::integer AS n FROM app.records WHERE company_id = $1", [company]);
  const few = rows[0].n * 2;
  const assurances = await counted((tx) => readAssurances(tx, company, "owner"));
  expect(assurances.answer).toHaveLength(MANY);
  expect(assurances.answer[0]!.until?.toISOString().slice(0, 7)).toBe("2027-01");
  expect(assurances.looked).toBeLessThan(few);
  const papers = await counted((tx) => readPapers(tx, company, "owner", NOW));
  expect(papers.answer.map(({ kind }) => kind)).toEqual(Array.from({ length: MANY }, () => "contract"));
  expect(papers.looked).toBeLessThan(few);
  const restores = await counted((tx) => readRestores(tx, company, "owner"));
  expect(restores.answer).toHaveLength(MANY);
  expect(restores.answer[0]).toMatchObject({ isCritical: true, system: expect.stringMatching(/^System /) });
  expect(restores.answer[0]!.until?.toISOString().slice(0, 7)).toBe("2027-02");
  expect(restores.looked).toBeLessThan(few);
});
