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
  for (const state of ["busy_until = now() + interval '1 hour'", "busy_until = NULL, active = false"]) {
    await admin(`UPDATE app.webhooks SET ${state} WHERE company_id = $1`, [crowded]);
    const client = await running.database.admin.connect();
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT company_id FROM app.claim_webhook_delivery(now(), 30)");
    await client.query("ROLLBACK");
    client.release();
    expect(rows).toEqual([{ company_id: quiet }]);
    await admin("UPDATE app.webhook_deliveries SET next_try_at = now() - interval '1 minute' WHERE company_id = $1", [
      quiet,
    ]);
    await admin("UPDATE app.webhooks SET busy_until = NULL WHERE company_id = $1", [quiet]);
    expect(await blocksOf("SELECT * FROM app.claim_webhook_delivery(now(), 30)"), state).toBeLessThan(500);
    await admin(
      "UPDATE app.webhook_deliveries SET next_try_at = now() - interval '1 minute', attempts = 0 WHERE company_id = $1",
      [quiet],
    );
    await admin("UPDATE app.webhooks SET busy_until = NULL WHERE company_id = $1", [quiet]);
  }
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
  await admin(
    `INSERT INTO app.webhook_deliveries (company_id, webhook_id, ledger_index, event, payload, created_at, next_try_at)
      SELECT w.company_id, w.id, n, 'evidence.filed', 'x', now(), now() - CASE w.company_id WHEN $1 THEN interval '1 hour' ELSE interval '1 minute' END
      FROM app.webhooks w, generate_series(1, 5) n WHERE w.company_id IN ($1, $2)`,
    [many, few],
  );
  const claim = async () =>
    (await running.database.admin.query("SELECT company_id FROM app.claim_webhook_delivery(now(), 30)")).rows[0]
      .company_id;
  // The oldest of all at first, then whose turn it is, however much older the others' are.
  expect([await claim(), await claim(), await claim(), await claim(), await claim()]).toEqual([
    many,
    few,
    many,
    many,
    many,
  ]);
});
