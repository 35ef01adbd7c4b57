import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getControl } from "#catalog/index.ts";
import { partsOf } from "#catalog/parts.ts";
import { declareScope } from "#tests/support/declared-scope.ts";
import { earnControl } from "#tests/support/earned.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { databaseOutbox } from "../mail/outbox.ts";
import { workOff } from "../jobs/run-jobs.ts";
import { judgementJobs } from "../controls/judge-companies.ts";
import { incidentJobs, incidentMailJobs } from "./send-incidents.ts";

const CONTROL = getControl("XC-06");
const CHECK = "training.completed";
const ASPECTS = partsOf(CHECK).map(({ aspect }) => aspect);
const MINUTE = 60;
const DAY = 86_400;
/** Ten in the morning, so that the daily mail is nearly a day away. */
const start = new Date();
start.setUTCHours(10, 0, 0, 0);

let running: RunningApp;
let ana: Person;
let ben: Person;
let cleo: Person;
let company: string;
let slug: string;
let seen = 0;

const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const path = (more: string) => `/companies/${company}${more}`;
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

/** A result of a check, in all its parts, comes in, observed at a time and valid for some days after that. */
async function result(outcome: "pass" | "fail", seconds: number, days = 1, reason = `It did ${outcome}.`) {
  const filed = await ana.upload(
    path(`/evidence?name=Result&type=Report&controls=XC-22&fileName=r.txt`),
    String(Math.random()),
  );
  expect(filed.status).toBe(201);
  await admin("BEGIN");
  await admin("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [ana.id, company]);
  await admin(
    `INSERT INTO app.check_results (company_id, evidence_id, check_id, aspect, rule, check_version, source, outcome, reason, observed_at, valid_until)
      SELECT $1, $2, $3, aspect, 2, 1, 'test', $4, $5, $6, $7 FROM unnest($8::text[]) aspect`,
    [company, filed.body.id, CHECK, outcome, reason, at(seconds), at(seconds + days * DAY), ASPECTS],
  );
  await admin("COMMIT");
  return filed.body.id as string;
}

/** The mails about controls that go out at a time. */
async function mailsAt(seconds: number) {
  running.setNow(at(seconds));
  await running.app.runTasks();
  const mails = running.mails
    .slice(seen)
    .filter(({ subject, text }) => text.includes(slug) && /^Control |^Evidence |about controls$/.test(subject));
  seen = running.mails.length;
  return mails.map(({ to, subject, text }) => ({ to, subject, text }));
}
const subjectsAt = async (seconds: number) => (await mailsAt(seconds)).map(({ to, subject }) => [to, subject]);

const failing = `Control failing: ${CONTROL.title}`;
const again = `Control passing again: ${CONTROL.title}`;
const choose = (person: Person, kinds: Record<string, unknown>[], more = {}) =>
  person.send("PATCH", path("/alert-preferences"), JSON.stringify({ kinds, ...more }), {
    "content-type": "application/json",
  });
const toNobodyElse = () =>
  choose(
    ben,
    ["gaps", "expiry"].map((kind) => ({ kind, byMail: false })),
  );

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
  ben = await running.person("Ben");
  cleo = await running.person("Cleo");
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await ana.found(`Incidents ${Math.floor(performance.now() * 1_000)}`);
  slug = (await admin("SELECT slug FROM app.companies WHERE id = $1", [company])).rows[0].slug;
  await admin("INSERT INTO app.company_members (company_id, user_id, role, created_at) VALUES ($1, $2, 'admin', $3)", [
    company,
    ben.id,
    at(-DAY),
  ]);
  // What is looked at is one system, so that its answers decide the check, and with it the control.
  await declareScope(admin, { id: company, ownerId: ana.id }, { systems: { test: ["training"] } });
  running.setNow(at(-3_600));
  await earnControl(ana, company, CONTROL.id, { except: [CHECK], reviewer: ben });
  await mailsAt(0);
});
afterEach(async () => {
  running.setNow(undefined);
  await admin("DELETE FROM app.alert_preferences");
});

test("a control that fails is told at once to owners and admins, once, with a link to it on a line of its own", async () => {
  await result("fail", 0);
  const mails = await mailsAt(5);
  expect(mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
    `${ana.email}: ${failing}`,
    `${ben.email}: ${failing}`,
  ]);
  expect(mails[0]!.text.split("\n")).toContain(`${running.url}/dashboard/controls/XC-06?company=${slug}`);
  expect(mails[0]!.text.replace(/\s+/g, " ")).toContain("It did fail.");
  await result("fail", 60, 1, "Another thing is wrong, too.");
  expect(await mailsAt(65)).toEqual([]);
  const { rows } = await admin("SELECT kind, reason, ended_at FROM app.incidents WHERE company_id = $1", [company]);
  expect(rows).toEqual([
    { kind: "failing", reason: expect.stringContaining("Another thing is wrong") as string, ended_at: null },
  ]);
});

test("a recovery is told when it has held for ten minutes", async () => {
  await toNobodyElse();
  await result("fail", 0);
  await mailsAt(5);
  await result("pass", 60);
  expect(await mailsAt(65)).toEqual([]);
  expect(await mailsAt(65 + 9 * MINUTE)).toEqual([]);
  expect(await subjectsAt(66 + 10 * MINUTE)).toEqual([[ana.email, again]]);
  expect(await mailsAt(DAY / 2)).toEqual([]);
});

test("a control that flaps within minutes is one incident and one mail", async () => {
  await toNobodyElse();
  const outcomes = ["fail", "pass", "fail", "pass", "fail"] as const;
  const mails = [];
  for (const [n, outcome] of outcomes.entries()) {
    await result(outcome, n * 2 * MINUTE);
    mails.push(...(await subjectsAt(n * 2 * MINUTE + 5)));
  }
  expect(mails).toEqual([[ana.email, failing]]);
  expect((await admin("SELECT id FROM app.incidents WHERE company_id = $1", [company])).rows).toHaveLength(1);
  await result("pass", 20 * MINUTE);
  await mailsAt(20 * MINUTE + 5);
  expect(await subjectsAt(31 * MINUTE)).toEqual([[ana.email, again]]);
  await result("fail", 40 * MINUTE);
  expect(await subjectsAt(40 * MINUTE + 5)).toEqual([[ana.email, failing]]);
});

test("declaring it not applicable ends an incident", async () => {
  await toNobodyElse();
  await result("fail", 0);
  await mailsAt(5);
  await ana.post(path("/controls/XC-06/applicability"), { applicable: false, reason: "Nobody works here." });
  await mailsAt(60);
  expect(await subjectsAt(60 + 11 * MINUTE)).toEqual([[ana.email, again]]);
});

test("a failing result that grew too old is no recovery", async () => {
  await toNobodyElse();
  await result("fail", 0);
  await mailsAt(5);
  expect(await mailsAt(DAY + 5)).toEqual([]);
  expect(await mailsAt(DAY + 11 * MINUTE)).toEqual([]);
  const { rows } = await admin("SELECT kind, ended_at FROM app.incidents WHERE company_id = $1", [company]);
  expect(rows).toEqual([{ kind: "failing", ended_at: null }]);
});

test("what a control rests on is told 14 days and 1 day before its end, and at its end, once each", async () => {
  await toNobodyElse();
  await result("pass", 0, 60);
  expect(await mailsAt(5)).toEqual([]);
  expect(await mailsAt(45 * DAY)).toEqual([]);
  const expiring = `Evidence about to expire: ${CONTROL.title}`;
  const first = await mailsAt(46 * DAY + 5);
  expect(first.map(({ subject }) => subject)).toEqual([expiring]);
  expect(first[0]!.text).toContain("EX-000002, Result");
  expect(await mailsAt(58 * DAY)).toEqual([]);
  expect(await subjectsAt(59 * DAY + 5)).toEqual([[ana.email, expiring]]);
  expect(await mailsAt(59 * DAY + MINUTE)).toEqual([]);
  expect(await subjectsAt(60 * DAY)).toEqual([[ana.email, `Control needs evidence: ${CONTROL.title}`]]);
  expect(await mailsAt(61 * DAY)).toEqual([]);
});

test("a renewed item ends the reminder without a mail", async () => {
  await toNobodyElse();
  await result("pass", 0, 60);
  await mailsAt(46 * DAY + 5);
  await result("pass", 47 * DAY, 60);
  expect(await mailsAt(47 * DAY + 5)).toEqual([]);
  expect(await mailsAt(60 * DAY + 5)).toEqual([]);
});

test("who asked for one mail a day gets it at 08:00 UTC, all of the day in it", async () => {
  await choose(ben, [{ kind: "gaps", byMail: true, daily: true }]);
  await choose(ana, [{ kind: "gaps", byMail: false }]);
  await result("fail", 0);
  expect(await mailsAt(5)).toEqual([]);
  await result("pass", MINUTE);
  await mailsAt(MINUTE + 5);
  expect(await mailsAt(12 * MINUTE)).toEqual([]);
  expect(await mailsAt(21 * 3_600)).toEqual([]);
  const mails = await mailsAt(22 * 3_600);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [ben.email, expect.stringMatching(/: 2 alerts about controls$/)],
  ]);
  const text = mails[0]!.text.replace(/\s+/g, " ");
  expect(text).toContain(failing);
  expect(text).toContain(again);
});

test("who paused mails, or those about this control, is told nothing of that time", async () => {
  const until = at(3 * DAY)
    .toISOString()
    .slice(0, 10);
  await choose(ben, [], { mutedUntil: until });
  await ana.post(path("/controls/XC-06/mute"), { until });
  await result("fail", 0);
  expect(await mailsAt(5)).toEqual([]);
  expect(await mailsAt(4 * DAY)).toEqual([]);
});

test("three workers at once mail each thing once", async () => {
  await result("fail", 0);
  running.setNow(at(5));
  const { worker } = running.database.databases;
  const signal = new AbortController().signal;
  const deps = { worker, now: () => at(5), log: running.app.services.log, outbox: databaseOutbox, appUrl: running.url };
  await workOff(deps, { standings: judgementJobs(deps) }, signal);
  const send = () => workOff(deps, { incidents: incidentJobs(deps), incidentMails: incidentMailJobs(deps) }, signal);
  await Promise.all([send(), send(), send()]);
  expect((await mailsAt(6)).map(({ to }) => to).toSorted()).toEqual([ana.email, ben.email]);
});

test("what a privileged item shows is told to nobody", async () => {
  const item = await result("fail", 0);
  const { rows } = await admin(
    "INSERT INTO app.matters (company_id, name, created_by) VALUES ($1, 'In re Calder', $2) RETURNING id",
    [company, ana.id],
  );
  await admin("UPDATE app.evidence SET matter_id = $3 WHERE company_id = $1 AND id = $2", [company, item, rows[0].id]);
  expect(await mailsAt(5)).toEqual([]);
  expect((await ana.get(path("/alerts/open"))).body).toMatchObject({ count: 0, open: [] });
});

test("who looks after an alert is written down once, and a viewer may not", async () => {
  await result("fail", 0);
  await mailsAt(5);
  const [open] = (await ana.get(path("/alerts/open"))).body.open;
  expect(open).toMatchObject({ kind: "failing", control: { id: "XC-06" }, acknowledged: null });
  const acknowledge = (person: Person) => person.post(path(`/alerts/${open.id}/acknowledge`), {});
  await admin("UPDATE app.company_members SET role = 'viewer' WHERE company_id = $1 AND user_id = $2", [
    company,
    ben.id,
  ]);
  expect((await acknowledge(ben)).status).toBe(403);
  expect((await acknowledge(ana)).body.acknowledged.by).toBe("Ana Example");
  expect((await acknowledge(ana)).status).toBe(200);
  const acts = await admin("SELECT FROM app.ledger_acts WHERE company_id = $1 AND event = 'alert.acknowledged'", [
    company,
  ]);
  expect(acts.rows).toHaveLength(1);
  expect((await acknowledge(cleo)).status).toBe(404);
});

test("who has left the company is mailed nothing more", async () => {
  await result("fail", 0);
  await admin("DELETE FROM app.company_members WHERE company_id = $1 AND user_id = $2", [company, ben.id]);
  expect((await mailsAt(5)).map(({ to }) => to)).toEqual([ana.email]);
});
