import { rm } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { databaseOutbox } from "../mail/outbox.ts";
import type { Mail } from "../mail/outbox.ts";
import { workOff } from "../jobs/run-jobs.ts";
import { alertJobs } from "./send-alerts.ts";

let running: RunningApp;
let ana: Person;
let ben: Person;
let cleo: Person;
let company: string;
let seen = 0;

const admin = (text: string, values: unknown[] = []) => running.database.admin.query(text, values);
const path = (more: string) => `/companies/${company}${more}`;
const later = (seconds: number) => running.setNow(new Date(Date.now() + seconds * 1_000));

/** Everything that is due, some time after now. */
async function mailsAfter(seconds: number): Promise<Mail[]> {
  later(seconds);
  await running.app.runTasks();
  const mails = running.mails.slice(seen);
  seen = running.mails.length;
  running.setNow(undefined);
  return mails.filter(({ text }) => text.includes("tab=notifications"));
}

const choose = (person: Person, body: Record<string, unknown>) =>
  person.send("PATCH", path("/alert-preferences"), JSON.stringify(body), { "content-type": "application/json" });
const turn = (person: Person, kind: string, byMail: boolean) => choose(person, { kinds: [{ kind, byMail }] });
const makeWebhook = (person: Person) =>
  person.post(path("/webhooks"), { url: "https://hooks.example.test/x", events: ["*"] });

async function join(person: Person, role: string): Promise<void> {
  await addMember(running, company, person.id, role);
}

beforeAll(async () => {
  running = await runApp();
  ana = await running.person("Ana");
  ben = await running.person("Ben");
  cleo = await running.person("Cleo");
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await ana.found(`Alerts ${Math.floor(performance.now() * 1_000)}`);
  await join(ben, "admin");
  await join(cleo, "viewer");
  await running.app.runTasks();
  seen = running.mails.length;
});
afterEach(async () => {
  running.setNow(undefined);
  await admin("DELETE FROM app.webhooks");
});

test("an admin is mailed what another did, five minutes later, in one mail with a way out, and once", async () => {
  await makeWebhook(ana);
  await makeWebhook(ana);
  expect(await mailsAfter(240)).toEqual([]);
  const mails = await mailsAfter(310);
  expect(mails.map(({ to }) => to)).toEqual([ben.email]);
  expect(mails[0]!.subject).toMatch(/^Alerts \d+: 2 changes$/);
  expect(mails[0]!.text.match(/Ana Example added a webhook to\s+hooks.example.test/g)).toHaveLength(2);
  expect(mails[0]!.text).toContain(`${running.url}/dashboard/settings?tab=notifications`);
  expect(mails[0]!.text).toMatch(/include\s+security/);
  expect(await mailsAfter(900)).toEqual([]);
});

test("owners and admins are told of controls, people, security and limits from the start, everybody else of documents that come back alone", async () => {
  const chosen = async (person: Person) =>
    (await person.get(path("/alert-preferences"))).body.kinds
      .filter((kind: { byMail: boolean }) => kind.byMail)
      .map((kind: { kind: string }) => kind.kind);
  const byDefault = ["gaps", "expiry", "people", "security", "limits", "files", "audits", "documents"];
  expect(await chosen(ana)).toEqual(byDefault);
  expect(await chosen(ben)).toEqual(byDefault);
  expect(await chosen(cleo)).toEqual(["documents"]);
  await turn(cleo, "security", true);
  expect(await chosen(cleo)).toEqual(["security", "documents"]);
  expect(await chosen(ben)).toEqual(byDefault);
});

test("who asks for a kind is told of what happens from then on, and who turns it off of nothing more", async () => {
  await makeWebhook(ana);
  await turn(cleo, "security", true);
  await turn(ben, "security", false);
  await makeWebhook(ana);
  const mails = await mailsAfter(310);
  expect(mails.map(({ to }) => to)).toEqual([cleo.email]);
  expect(mails[0]!.subject).toMatch(/: Ana Example added a webhook to hooks.example.test$/);
});

test("a kind is told to whom it concerns: an export to who asked for it, never to who did it", async () => {
  await turn(ana, "exports", true);
  await turn(ben, "exports", true);
  await ana.post(path("/exports"), {});
  const mails = await mailsAfter(310);
  expect(mails.map(({ to }) => to)).toEqual([ben.email]);
  expect(mails[0]!.subject).toContain("Ana Example exported a report of the company");
});

test("an import that fails is told to who started it, too", async () => {
  await turn(ana, "failures", true);
  const sarif = JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver: { name: "T" } }, results: [] }] });
  const made = await ana.upload(path("/imports?fileName=report.sarif"), sarif);
  expect(made.status).toBe(201);
  const { rows } = await admin("SELECT blob_key FROM app.evidence WHERE company_id = $1", [company]);
  await rm(`${running.folder}/us/${rows[0].blob_key}`);
  await running.app.runTasks();
  const acts = await admin("SELECT event FROM app.ledger_acts WHERE company_id = $1 AND event = 'import.failed'", [
    company,
  ]);
  expect(acts.rows).toHaveLength(1);
  const mails = await mailsAfter(310);
  expect(mails.map(({ to, subject }) => [to, subject.split(": ")[1]])).toEqual([
    [ana.email, "Ana Example imported a report that could not be evaluated"],
  ]);
});

test("who mutes everything is told nothing of that time, also not afterwards", async () => {
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const muted = await choose(ben, { mutedUntil: day });
  expect(muted.body.mutedUntil).toBe(`${day}T00:00:00.000Z`);
  await makeWebhook(ana);
  expect(await mailsAfter(310)).toEqual([]);
  expect(await mailsAfter(4 * 86_400)).toEqual([]);
  await choose(ben, { mutedUntil: null });
  await makeWebhook(ana);
  expect((await mailsAfter(310)).map(({ to }) => to)).toEqual([ben.email]);
});

test("who joins is not told of what was before, and who leaves of nothing more", async () => {
  const dan = await running.person("Dan");
  await makeWebhook(ana);
  await join(dan, "admin");
  await admin("DELETE FROM app.company_members WHERE company_id = $1 AND user_id = $2", [company, ben.id]);
  expect(await mailsAfter(310)).toEqual([]);
  await join(ben, "viewer");
  const { kinds } = (await ben.get(path("/alert-preferences"))).body;
  expect(kinds.filter((kind: { byMail: boolean }) => kind.byMail)).toEqual([
    { kind: "documents", byMail: true, daily: false },
  ]);
});

test("a change of role is told by name", async () => {
  const { rows } = await admin("SELECT id FROM app.company_members WHERE company_id = $1 AND user_id = $2", [
    company,
    cleo.id,
  ]);
  await ana.send("PATCH", path(`/members/${rows[0].id}`), JSON.stringify({ role: "member" }), {
    "content-type": "application/json",
  });
  const mails = await mailsAfter(310);
  expect(mails.map(({ to }) => to)).toEqual([ben.email]);
  expect(mails[0]!.subject).toMatch(/: Ana Example changed the role of Cleo Example from viewer to member$/);
});

test("who lacks the second factor that the company asks for is told nothing", async () => {
  await admin("UPDATE app.companies SET second_factor_required = true WHERE id = $1", [company]);
  await admin("UPDATE auth.sessions SET has_second_factor = true WHERE user_id = $1", [ana.id]);
  await makeWebhook(ana);
  expect(await mailsAfter(310)).toEqual([]);
  await admin(
    "INSERT INTO auth.totp_secrets (user_id, sealed, confirmed_at, created_at) VALUES ($1, '\\\\x00', now(), now())",
    [ben.id],
  );
  await makeWebhook(ana);
  expect((await mailsAfter(310)).map(({ to }) => to)).toEqual([ben.email]);
  await admin("DELETE FROM auth.totp_secrets");
});

test("several workers at once mail each thing once", async () => {
  await turn(cleo, "security", true);
  await makeWebhook(ana);
  await running.app.runTasks();
  const deps = {
    worker: running.database.databases.worker,
    outbox: databaseOutbox,
    appUrl: running.url,
    now: () => new Date(Date.now() + 310_000),
    log: running.app.services.log,
  };
  const worker = () => workOff(deps, { alerts: alertJobs(deps) }, new AbortController().signal);
  await Promise.all([worker(), worker(), worker()]);
  const mails = await mailsAfter(311);
  expect(mails.map(({ to }) => to).toSorted()).toEqual([ben.email, cleo.email].toSorted());
});

test("what one member chose is nobody else's to read or change", async () => {
  await turn(ben, "exports", true);
  const asAna = await running.database.databases.userPool.connect();
  try {
    await asAna.query("BEGIN");
    await asAna.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
      ana.id,
      company,
    ]);
    expect((await asAna.query("SELECT * FROM app.alert_preferences")).rows).toEqual([]);
    expect((await asAna.query("UPDATE app.alert_preferences SET by_mail = false")).rowCount).toBe(0);
    await asAna.query("ROLLBACK");
  } finally {
    asAna.release();
  }
});
