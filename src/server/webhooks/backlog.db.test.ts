import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let ana: Person;
const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);

/** How many blocks of 8 KiB a query touches, all that it calls included. */
async function blocksOf(query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await admin(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`, values);
  const { Plan: plan } = rows[0]["QUERY PLAN"][0];
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
}

const claiming = "SELECT company_id FROM app.claim_jobs(now(), '{webhooks}', '{1}', '{30}', '{NULL}', '{0}', '{20}')";
const claim = async () => (await admin(claiming)).rows[0]?.company_id;

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
});
afterAll(() => running.close());

test("a receiver that has much waiting and does not answer, or is turned off, costs others nothing", async () => {
  const crowded = await ana.found("Crowded LLP");
  const quiet = await ana.found("Quiet LLP");
  for (const company of [crowded, quiet])
    await ana.post(`/companies/${company}/webhooks`, { url: "https://hooks.example.test/x", events: ["*"] });
  await admin("DELETE FROM app.webhook_deliveries");
  await admin("DELETE FROM app.jobs");
  const wait = (company: string, count: number, minutes: number) =>
    admin(
      `INSERT INTO app.webhook_deliveries (company_id, webhook_id, ledger_index, event, payload, created_at, next_try_at)
        SELECT w.company_id, w.id, n, 'evidence.filed', repeat('x', 300), now(), now() - make_interval(mins => $3)
        FROM app.webhooks w, generate_series(1, $2::int) n WHERE w.company_id = $1`,
      [company, count, minutes],
    );
  await wait(crowded, 20_000, 10);
  await wait(quiet, 1, 1);
  await admin("VACUUM ANALYZE app.webhook_deliveries");
  const { rows: jobs } = await admin("SELECT company_id FROM app.jobs WHERE kind = 'webhooks'");
  expect(new Set(jobs.map((job) => job.company_id)), "one for each receiver").toEqual(new Set([crowded, quiet]));
  // The crowded one is under way, and does not answer.
  expect(await claim()).toBe(crowded);
  expect(await blocksOf(claiming)).toBeLessThan(500);
  const { rows } = await admin("SELECT id FROM app.webhooks WHERE company_id = $1", [crowded]);
  const begin = "SELECT * FROM app.begin_webhook_attempt($1, $2, now())";
  expect(await blocksOf(begin, [crowded, rows[0].id]), "nor is much read for what it gets next").toBeLessThan(500);
});

test("S8: companies are served in turn: one that has much due, at several receivers, comes after whose turn is longer ago", async () => {
  const many = await ana.found("Many Receivers LLP");
  const few = await ana.found("Few LLP");
  for (const [company, count] of [
    [many, 4],
    [few, 1],
  ] as const)
    for (let at = 0; at < count; at += 1)
      await ana.post(`/companies/${company}/webhooks`, { url: `https://hooks.example.test/${at}`, events: ["*"] });
  await admin("DELETE FROM app.webhook_deliveries");
  await admin("DELETE FROM app.jobs");
  // One after the other: of jobs of one moment neither is the older.
  for (const [company, minutes] of [
    [many, 60],
    [few, 1],
  ])
    await admin(
      `INSERT INTO app.webhook_deliveries (company_id, webhook_id, ledger_index, event, payload, created_at, next_try_at)
        SELECT w.company_id, w.id, n, 'evidence.filed', 'x', now(), now() - make_interval(mins => $2)
        FROM app.webhooks w, generate_series(1, 5) n WHERE w.company_id = $1`,
      [company, minutes],
    );
  // The oldest of all at first, then whose turn it is, however much older the others' are.
  expect([await claim(), await claim(), await claim(), await claim(), await claim()]).toEqual([
    many,
    few,
    many,
    many,
    many,
  ]);
});
