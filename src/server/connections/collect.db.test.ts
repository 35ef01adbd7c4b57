import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BEGIN, collectingWorld } from "#tests/support/collecting.ts";
import type { CollectingWorld } from "#tests/support/collecting.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { collectDue } from "./collect-due.ts";

let world: CollectingWorld;
let company: string;
let connection: string;
let made = 0;

const HOUR = 3_600_000;
const admin = async (text: string, values: unknown[] = []) => (await world.database.admin.query(text, values)).rows;
const after = (hours: number) => new Date(BEGIN.getTime() + hours * HOUR);
const collectAt = async (hours: number) => {
  world.setNow(after(hours));
  await collectDue(world.deps, new AbortController().signal);
};
const runs = () =>
  admin(
    `SELECT r.slot, r.state, r.unchanged, r.failure, r.attempts, r.items, r.steps, r.outcomes, r.worker, e.number
      FROM app.collection_runs r LEFT JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
      WHERE r.company_id = $1 ORDER BY r.slot`,
    [company],
  );

beforeAll(async () => {
  world = await collectingWorld(await freshDatabase());
});
afterAll(() => world.close());
beforeEach(async () => {
  await admin("UPDATE app.connections SET state = 'paused' WHERE state = 'connected'");
  Object.assign(world.vendor.state, {
    buckets: { alpha: false, beta: false, gamma: false, delta: false, epsilon: false },
    refuses: {},
    scopes: ["buckets:read", "members:read"],
    account: "acct-1",
  });
  world.setNow(BEGIN);
  const found = await world.found(`Collected ${(made += 1)}`);
  company = found.companyId;
  [connection] = found.connectionIds as [string];
});

test("an hour's run files what was observed, with verdicts that rest on it, and says so in the ledger", async () => {
  world.vendor.state.buckets["beta"] = true;
  await collectAt(1);
  const [run] = await runs();
  expect(run).toMatchObject({ state: "done", unchanged: false, items: 7, number: 1, failure: null });
  expect(run.outcomes).toEqual({ "vendor.bucket.private": "fail", "vendor.member.mfa": "pass" });
  const results = await admin(
    "SELECT check_id, outcome, source FROM app.check_results WHERE company_id = $1 ORDER BY 1",
    [company],
  );
  expect(results).toEqual([
    { check_id: "auth.mfa-enforced", outcome: "pass", source: "GitHub (acme 1)" },
    { check_id: "confidentiality.no-public-storage", outcome: "fail", source: "GitHub (acme 1)" },
  ]);
  const acts = await admin("SELECT event, actor_id FROM app.ledger_acts WHERE company_id = $1", [company]);
  expect(acts).toContainEqual({ event: "connection.collected", actor_id: connection });
  expect(await admin("SELECT * FROM app.collection_parts WHERE company_id = $1", [company])).toEqual([]);
});
