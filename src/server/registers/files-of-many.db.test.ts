import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// What is written of many records at once takes as many times as long as there are, and no more: also where the database knows nothing of its
// tables yet, and where a connection has its plans from changes of single records.

const MANY = 2_000;
/** Rows that are looked at for each record: fewer than there are, were each compared with each. */
const LOOKS = 1_200;
let running: RunningApp;
let olga: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  company = await olga.found("Many Rows");
});
afterAll(() => running.close());

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more: string) => `/companies/${company}/registers/people${more}`;

/** What the database has looked at, and how many records it has written, since it began. */
async function looked(): Promise<{ looks: number; written: number }> {
  const [row] = await admin(`SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS looks,
    (sum(n_tup_ins + n_tup_upd) FILTER (WHERE relname = 'records'))::integer AS written FROM pg_stat_user_tables WHERE schemaname = 'app'`);
  return row;
}

/** How many rows are looked at while `work` writes so many records. */
async function looksOf(records: number, work: () => Promise<unknown>): Promise<number> {
  const before = await looked();
  await work();
  // A connection tells what it did once it rests.
  await expect
    .poll(async () => (await looked()).written, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(before.written + records);
  return (await looked()).looks - before.looks;
}

const csvOf = (from: number, word: string) =>
  [
    "Name,Work email,Job title,Employment,Starts",
    ...Array.from({ length: MANY }, (_, n) => `P ${from + n},p${from + n}@many.test,${word} ${n},Employee,2024-03-01`),
  ].join("\n");
let batchId: string;
async function send(csv: string): Promise<void> {
  const { status, body } = await olga.post(at("/csv"), { csv });
  expect(status, JSON.stringify(body)).toBe(200);
  ({ batchId } = body);
}

test("a file, one that changes all of it, undoing that and another file look at each record a bounded number of times", async () => {
  const steps: [string, () => Promise<unknown>][] = [
    ["added", () => send(csvOf(0, "Engineer"))],
    ["changed", () => send(csvOf(0, "Partner"))],
    ["undone", () => olga.send("DELETE", at(`/batches/${batchId}`))],
    ["added to these", () => send(csvOf(MANY, "Engineer"))],
    ["changed among these", () => send(csvOf(0, "Clerk"))],
  ];
  for (const [what, work] of steps) {
    expect(await looksOf(MANY, work), what).toBeLessThan(MANY * LOOKS);
    const people = await admin(
      "SELECT id, version FROM app.records WHERE company_id = $1 ORDER BY number DESC LIMIT 12",
      [company],
    );
    for (const { id, version } of people) {
      const body = JSON.stringify({ version, fields: { jobTitle: `Edited, ${what}` } });
      const type = { "content-type": "application/json" };
      expect((await olga.send("PATCH", at(`/records/${id}`), body, type)).status).toBe(200);
    }
  }
});
