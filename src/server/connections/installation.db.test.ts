import { afterAll, beforeAll, expect, test } from "vitest";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { asCaller } from "../db/as-caller.ts";
import { installedConnectors } from "./connectors.ts";

let running: RunningApp;
let omar: Person;
let ana: Person;
let company: string;
let theirs: string;

const query = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const own = { provider: "installation", method: "own", values: {} };
const link = (person: Person, of: string) => person.post(`/companies/${of}/connections`, own);
const offered = async (person: Person, of: string) =>
  (await person.get(`/companies/${of}/connections`)).body.map(({ provider }: { provider: string }) => provider);
const runs = async (of: string) =>
  (
    await query("SELECT state, failure, steps, outcomes FROM app.collection_runs WHERE company_id = $1 ORDER BY slot", [
      of,
    ])
  ).rows;

beforeAll(async () => {
  running = await runApp({ connectors: installedConnectors(() => true) });
  omar = await running.person("Omar");
  company = await omar.found("Operators Ltd");
  await query("INSERT INTO app.platform_admins (id) VALUES ($1)", [omar.id]);
  await AuthenticatorApp.addTo(omar, new Date());
  ana = await running.person("Ana");
  theirs = await ana.found("Calder & Finch");
});
afterAll(() => running.close());

test("nobody but who runs the installation is offered it, or connects it, also past the server", async () => {
  expect(await offered(ana, theirs)).not.toContain("installation");
  expect(await link(ana, theirs)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  const row = { company_id: theirs, provider: "installation", method: "own", created_by: ana.id };
  await expect(
    asCaller(running.app.services.databases.user, { userId: ana.id, companyId: theirs }, (tx) =>
      tx.insertInto("app.connections").values(row).execute(),
    ),
  ).rejects.toThrow(/row-level security/);
});

test("who runs it files its operation in a company of theirs every hour, sealed and judged as any connector's", async () => {
  expect(await offered(omar, company)).toContain("installation");
  const at = new Date();
  await query(
    `INSERT INTO app.backups (id, written_at, file, bytes, seen_at, lacks, tested_at) VALUES
       (gen_random_uuid(), $1::timestamptz - interval '2 hours', '/b/2', 2, $1, 0, NULL),
       (gen_random_uuid(), $1::timestamptz - interval '8 days', '/b/1', 1, $1, 0, $1::timestamptz - interval '1 day')`,
    [at],
  );
  const begun = await link(omar, company);
  expect(begun).toMatchObject({ status: 200, body: { redirectTo: null } });
  await running.app.runTasks();
  const [run] = await runs(company);
  expect(run).toMatchObject({ state: "done", failure: null });
  expect(run.steps.filter(({ status }: { status: string }) => status !== "complete")).toEqual([]);
  expect(run.outcomes).toMatchObject({
    "installation.backup.recent": "pass",
    "installation.backup.tested": "pass",
    "installation.files.whole": "fail",
    "installation.administrator.second-factor": "pass",
  });
  const { rows: results } = await query(
    "SELECT check_id, aspect, outcome FROM app.check_results WHERE company_id = $1",
    [company],
  );
  expect(results).toEqual([{ check_id: "backup.recent", aspect: "databases", outcome: "pass" }]);
  const { body: items } = await omar.get(`/companies/${company}/evidence`);
  const text = JSON.stringify(items);
  expect(text).toContain("This installation");
  const { body: health } = await omar.get("/health");
  expect(health.audits).toMatchObject([{ companyId: company, connectionId: begun.body.connectionId, paused: false }]);
});

test("nothing of another company, and no one who is no platform admin, is in what was filed", async () => {
  const { body: list } = await omar.get(`/companies/${company}/evidence`);
  const file = await omar.get(`/companies/${company}/evidence/${list.items[0].id}/file`);
  const text = typeof file.body === "string" ? file.body : JSON.stringify(file.body);
  expect(text).toContain(omar.email);
  expect(text).not.toContain(ana.email);
  expect(text).not.toContain("Calder");
});

test("it ends by itself when who connected it no longer runs the installation, and says why", async () => {
  await query("DELETE FROM app.platform_admins WHERE id = $1", [omar.id]);
  const [{ id }] = (await query("SELECT id FROM app.connections WHERE company_id = $1", [company])).rows;
  await omar.post(`/companies/${company}/connections/${id}/collect`, {});
  await running.app.runTasks();
  expect((await runs(company)).at(-1)).toMatchObject({ state: "failed", failure: "connection-refused" });
  const { rows } = await query("SELECT state, attention FROM app.connections WHERE id = $1", [id]);
  expect(rows).toEqual([{ state: "needs attention", attention: "connection-refused" }]);
});
