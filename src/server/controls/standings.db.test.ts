import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { declareScope } from "#tests/support/declared-scope.ts";
import { earnControl } from "#tests/support/earned.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { callFunction } from "../db/functions.ts";
import { workOff } from "../jobs/run-jobs.ts";
import { readFacts } from "./facts.ts";
import { judgementJobs } from "./judge-companies.ts";

let running: RunningApp;
let ana: Person;
let company: string;

const DAY = 86_400;
const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const judge = (seconds = 0) => {
  const { worker } = running.database.databases;
  const deps = { worker, now: () => new Date(Date.now() + seconds * 1_000), log: running.app.services.log };
  return workOff(deps, { standings: judgementJobs(deps) }, new AbortController().signal);
};

/** What was told of a control, oldest first. */
async function changesOf(control: string): Promise<string[]> {
  const { rows } = await admin(
    "SELECT status FROM app.control_changes WHERE company_id = $1 AND control_id = $2 ORDER BY at",
    [company, control],
  );
  return rows.map(({ status }) => status);
}

async function acts(): Promise<string[]> {
  const { rows } = await admin(
    "SELECT event, subject FROM app.ledger_acts WHERE company_id = $1 AND event LIKE 'control.%' AND event NOT IN ('control.sampled', 'control.tested') ORDER BY seq",
    [company],
  );
  return rows.map(({ event, subject }) => `${event} ${subject}`);
}

async function file(name: string, control: string): Promise<void> {
  const path = `/companies/${company}/evidence?name=${name}&type=Policy&controls=${control}&fileName=${name}.txt`;
  const filed = await ana.upload(path, `${name} ${Math.random()}`);
  expect(filed.status).toBe(201);
}

const earn = (control: string) => earnControl(ana, company, control);

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await ana.found(`Standings ${Math.floor(performance.now() * 1_000)}`);
  await judge();
});
afterEach(() => running.setNow(undefined));

test("a new company is judged at once: 22 controls that need evidence, and nothing told in its ledger", async () => {
  const { rows } = await admin(
    "SELECT status, was, ledger_index, count(*) FROM app.control_changes WHERE company_id = $1 GROUP BY 1, 2, 3",
    [company],
  );
  expect(rows).toEqual([{ status: "needs evidence", was: null, ledger_index: null, count: 22 }]);
  expect(await acts()).toEqual([]);
});

test("what makes a control pass is judged at the next run, told once by the installation, and then nothing is due any more", async () => {
  await earn("XC-01");
  await judge();
  expect(await changesOf("XC-01")).toEqual(["needs evidence", "passing"]);
  expect(await acts()).toEqual(["control.passing XC-01"]);
  const versions = () => admin("SELECT version FROM app.judgements WHERE company_id = $1", [company]);
  const before = (await versions()).rows;
  await judge();
  expect((await versions()).rows).toEqual(before);
  const { body } = await ana.get(`/companies/${company}/activity?limit=5`);
  expect(body.entries[0]).toMatchObject({ event: "control.passing", person: { name: "Exhibit" } });
});

test("a control falls at the moment that was written down, and not before", async () => {
  await earn("XC-01");
  await judge();
  const { rows } = await admin(
    "SELECT holds_until, rests_on FROM app.control_standings WHERE company_id = $1 AND control_id = 'XC-01'",
    [company],
  );
  expect(rows[0].rests_on).toBe(1);
  const left = (rows[0].holds_until.getTime() - Date.now()) / 1_000;
  expect(left).toBeGreaterThan(DAY);
  await judge(left - 60);
  expect(await changesOf("XC-01")).toEqual(["needs evidence", "passing"]);
  await judge(left + 1);
  expect(await changesOf("XC-01")).toEqual(["needs evidence", "passing", "needs evidence"]);
});

test("a company is judged when a report of less than a part is too old to count: what else was passed may stand then", async () => {
  const about = "name=R&type=Report&controls=XC-22&fileName=r.txt";
  const filed = await ana.upload(`/companies/${company}/evidence?${about}`, "r");
  await admin("BEGIN");
  await admin("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [ana.id, company]);
  const { rows: written } = await admin(
    `INSERT INTO app.check_results (company_id, evidence_id, check_id, aspect, rule, check_version, source, outcome, reason, observed_at, valid_until)
      VALUES ($1, $2, 'privilege.root-unused', 'root', 2, 1, 'Prowler (aws)', 'unknown', 'Not decided: only one user was read.', now(),
        now() + interval '30 days') RETURNING valid_until`,
    [company, filed.body.id],
  );
  await admin("COMMIT");
  await judge();
  const { rows } = await admin("SELECT next_at FROM app.judgements WHERE company_id = $1", [company]);
  expect(rows).toEqual([{ next_at: written[0].valid_until }]);
});

test("a company is judged on the day after a decision about scope ends: what fails in a system that comes back fails again", async () => {
  const filed = await ana.upload(
    `/companies/${company}/evidence?name=R&type=Report&controls=XC-22&fileName=r.txt`,
    "r",
  );
  const by = { id: company, ownerId: ana.id };
  await declareScope(admin, by, { systems: { Sandbox: ["cloud"] } });
  await admin("BEGIN");
  await admin("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [ana.id, company]);
  await admin(
    `INSERT INTO app.check_results (company_id, evidence_id, check_id, aspect, rule, check_version, source, outcome, reason, observed_at, valid_until)
      VALUES ($1, $2, 'privilege.root-unused', 'root', 2, 1, 'Sandbox', 'fail', 'It was used.', now(), now() + interval '30 days')`,
    [company, filed.body.id],
  );
  await admin(
    `INSERT INTO app.scope_decisions (company_id, system_id, declared, reason, until, decided_by, decided_at)
      SELECT $1, s.id, true, 'Nothing of ours.', (now() AT TIME ZONE 'UTC')::date + 2, $2, now() FROM app.systems s WHERE s.company_id = $1`,
    [company, ana.id],
  );
  await admin("COMMIT");
  await judge();
  expect(await changesOf("XC-09")).toEqual(["needs evidence"]);
  const midnight = new Date(new Date().toISOString().slice(0, 10)).getTime() + 3 * DAY * 1_000;
  const { rows } = await admin("SELECT next_at FROM app.judgements WHERE company_id = $1", [company]);
  expect(rows).toEqual([{ next_at: new Date(midnight) }]);
  await judge((midnight - Date.now()) / 1_000 - 60);
  expect(await changesOf("XC-09")).toEqual(["needs evidence"]);
  await judge((midnight - Date.now()) / 1_000 + 1);
  expect(await changesOf("XC-09")).toEqual(["needs evidence", "failing"]);
});

test("what is written down is what a member reads", async () => {
  await earn("XC-01");
  await file("Training", "XC-20");
  await judge();
  const read = (await ana.get(`/companies/${company}/controls`)).body;
  const { rows } = await admin("SELECT control_id, status, reason FROM app.control_standings WHERE company_id = $1", [
    company,
  ]);
  const told = read.map((item: { id: string; status: string; reason: string }) =>
    [item.id, item.status, item.reason].join(),
  );
  expect(rows.map((row) => [row.control_id, row.status, row.reason].join()).toSorted()).toEqual(told.toSorted());
});

test("four workers at once write each change once", async () => {
  for (const control of ["XC-01", "XC-05", "XC-17"]) await earn(control);
  await Promise.all([judge(), judge(), judge(), judge()]);
  expect((await acts()).toSorted()).toEqual([
    "control.passing XC-01",
    "control.passing XC-05",
    "control.passing XC-17",
  ]);
});

test("two that judge the same company at the same time write one judgement: the second is thrown away", async () => {
  await earn("XC-01");
  const { worker } = running.database.databases;
  const stale = readFacts(await callFunction(worker, "app.facts_to_judge", [company, new Date()]));
  await judge();
  const again = await admin("SELECT app.record_judgement($1, now(), $2, $3, NULL, '[]', 2) AS written", [
    company,
    stale.version,
    stale.size,
  ]);
  expect(again.rows[0].written).toBe(false);
});

test("a worker killed in the middle leaves its companies to the next, once the lease has ended", async () => {
  await earn("XC-01");
  const claimed = await admin(
    "SELECT company_id FROM app.claim_jobs(now(), '{standings}', '{20}', '{60}', '{NULL}', '{0}', '{20}')",
  );
  expect(claimed.rows.map((job) => job.company_id)).toContain(company);
  await judge();
  expect(await changesOf("XC-01")).toEqual(["needs evidence"]);
  await judge(61);
  expect(await changesOf("XC-01")).toEqual(["needs evidence", "passing"]);
});

test("one company that cannot be judged keeps no other waiting, and is tried again", async () => {
  const broken = company;
  await earn("XC-01");
  await admin(
    "ALTER TABLE app.control_standings ADD CONSTRAINT broken CHECK (company_id <> '" +
      broken +
      "' OR status <> 'passing') NOT VALID",
  );
  company = await ana.found(`Well ${Math.floor(performance.now() * 1_000)}`);
  await earn("XC-01");
  await judge();
  expect(await changesOf("XC-01")).toEqual(["passing"]);
  await admin("ALTER TABLE app.control_standings DROP CONSTRAINT broken");
  company = broken;
  await judge(61);
  expect(await changesOf("XC-01")).toEqual(["needs evidence", "passing"]);
});

test("another company's members read nothing of it, and nobody who serves requests writes", async () => {
  const ben = await running.person("Ben");
  await ben.found(`Other ${Math.floor(performance.now() * 1_000)}`);
  const client = await running.database.databases.userPool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
      ben.id,
      company,
    ]);
    expect((await client.query("SELECT * FROM app.control_standings")).rows).toEqual([]);
    expect((await client.query("SELECT * FROM app.control_changes")).rows).toEqual([]);
    await expect(client.query("DELETE FROM app.control_changes")).rejects.toThrow(/permission denied/);
    await client.query("ROLLBACK");
  } finally {
    client.release();
  }
});

test("a process whose clock is a little behind takes nothing back that another one judged", async () => {
  await earn("XC-01");
  await judge();
  const { rows } = await admin(
    "SELECT holds_until FROM app.control_standings WHERE company_id = $1 AND control_id = 'XC-01'",
    [company],
  );
  const left = (rows[0].holds_until.getTime() - Date.now()) / 1_000;
  await judge(left + 30);
  expect(await changesOf("XC-01")).toEqual(["needs evidence", "passing", "needs evidence"]);
  await file("Training", "XC-20");
  await judge(left - 30);
  expect(await changesOf("XC-01")).toEqual(["needs evidence", "passing", "needs evidence"]);
});
