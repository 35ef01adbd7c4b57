import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// A confirmation holds while records are added or completed, and not while what was confirmed of one is otherwise.

const CHECK = "physical.offices-declared";
let running: RunningApp;
let olga: Person;
let company: string;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga.found(`Confirmed ${randomUUID()}`);
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const sites = (more = "") => `/companies/${company}/registers/sites${more}`;
const add = async (name: string, holds = "none", more = {}) =>
  (await olga.post(sites("/records"), { fields: { name, address: "Main St 1", holds, ...more } })).body;
const confirm = (count: number) => olga.post(sites("/confirmation"), { count });
async function change(id: string, version: number, fields: object): Promise<void> {
  const body = JSON.stringify({ version, fields });
  const { response } = await olga.send("PATCH", sites(`/records/${id}`), body, { "content-type": "application/json" });
  expect(response.status).toBe(200);
}
async function said(): Promise<string> {
  clock = new Date(clock.getTime() + 60_000);
  running.setNow(clock);
  await running.app.runTasks();
  const [row] = await admin(
    "SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = $2 ORDER BY observed_at DESC LIMIT 1",
    [company, CHECK],
  );
  return `${row.outcome}: ${row.reason}`;
}
async function register() {
  const { body } = await olga.get(`/companies/${company}/registers`);
  return (body as { key: string; confirmation: object }[]).find(({ key }) => key === "sites")!.confirmation;
}
const CHANGED = "unknown: Sites: 1 record was changed since it was confirmed. Confirm it again.";

test("a record that is rewritten takes its register's confirmation away, until it is as it was or confirmed again", async () => {
  const first = await add("Main");
  await add("Storage");
  await confirm(2);
  expect(await said()).toMatch(/^pass/);
  // Added, completed, and changed in what nothing is decided by.
  await add("Annex");
  await change(first.id, 1, { address: "Main St 2" });
  expect(await said()).toMatch(/^pass/);
  expect(await register()).toMatchObject({ state: "confirmed", changed: 0 });
  await change(first.id, 2, { name: "Another office" });
  expect(await said()).toBe(CHANGED);
  expect(await register()).toMatchObject({ state: "changed", changed: 1 });
  await change(first.id, 3, { name: "Main" });
  expect(await said()).toMatch(/^pass/);
  await change(first.id, 4, { holds: "both" });
  await change(first.id, 5, { address: "Main St 3" });
  expect(await said()).toBe(CHANGED);
  await change(first.id, 6, { holds: "none" });
  await change(first.id, 7, { name: "Renamed" });
  await confirm(3);
  expect(await said()).toMatch(/^pass/);
});

test("one that was added makes up for none that was ended, and the sealed digest is that of the ledger's entry", async () => {
  const first = await add("Main");
  const second = await add("Storage");
  await confirm(2);
  await add("Annex");
  expect(await said()).toMatch(/^pass/);
  await olga.post(sites(`/records/${second.id}/end`), { reason: "Moved out" });
  const ended = "1 record was ended since it was confirmed. Confirm it again. Ended by the only person who may: SIT-2.";
  expect(await said()).toBe(`unknown: Sites: ${ended}`);
  await olga.send("DELETE", sites(`/records/${second.id}/end`));
  expect(await said()).toMatch(/^pass/);
  const [{ items }] = [(await olga.get(`/companies/${company}/evidence?source=Exhibit%20registers`)).body];
  const file = await olga.send("GET", `/companies/${company}/evidence/${items[0].id}/file`);
  const manifest = JSON.parse(await file.response.text()) as SnapshotManifest;
  const { confirmation, pages } = manifest.registers.find(({ key }) => key === "sites")!;
  const [act] = await admin(
    "SELECT details FROM app.ledger_acts WHERE company_id = $1 AND event = 'record.confirmed' ORDER BY seq DESC LIMIT 1",
    [company],
  );
  expect(JSON.parse(act.details)).toMatchObject({ digest: confirmation!.digest, count: 2 });
  const [page] = await admin("SELECT content FROM app.snapshot_pages WHERE company_id = $1 AND sha256 = $2", [
    company,
    pages[0],
  ]);
  const rows = JSON.parse(page.content).rows as { id: string; confirmed?: object }[];
  // It was ended and reopened: that is no other record.
  expect(rows.map(({ confirmed }) => confirmed)).toEqual([
    { version: 1, changed: [] },
    { version: 1, changed: [] },
    undefined,
  ]);
  expect(rows[0]!.id).toBe(first.id);
});
