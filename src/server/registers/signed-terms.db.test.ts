import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { termsPolicies } from "#catalog/policies/kinds.ts";
import type { SnapshotManifest, SnapshotPage } from "#domain/registers/snapshot.ts";
import { judgeRegisters } from "#judge/registers/index.ts";
import { inputPath, VERDICTS } from "#domain/bundle/verdict-line.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { connectOkta } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { publishingConnection } from "#tests/support/published-runs.ts";
import { oktaExhibit } from "#tests/support/read-system.ts";
import type { OktaUser } from "#tests/support/read-system.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";

// Terms that people sign are policies that they acknowledge. What was signed elsewhere is a record that another person approves.

const CHECK = "people.terms-signed";
const DOCUMENT = "people.signed-confidentiality";
const HOUR = 3_600_000;
const day = (days: number) => new Date(Date.now() + days * 24 * HOUR).toISOString().slice(0, 10);
let running: RunningApp;
let [olga, adam]: Person[] = [];
let company: string;
/** Has a connected Okta read these users, and under which scope it names them. */
let read: (users: readonly OktaUser[], at: Date) => Promise<void>;
let scope: string;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  [olga, adam] = await Promise.all(["Olga", "Adam"].map((name) => running.person(name)));
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga!.found(`Terms ${randomUUID()}`);
  await addMember(running, company, adam!.id, "admin");
  const okta: ConnectedOkta = await connectOkta(admin, olga!, company, "solo");
  [read, scope] = [(users, at) => okta.read(users, at), "solo"];
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
const post = async (path: string, body: unknown, person = olga!) => (await person.post(at(path), body)).body;
const add = (register: string, fields: Record<string, unknown>) => post(`/registers/${register}/records`, { fields });
async function pass(hours = 0.01): Promise<void> {
  clock = new Date(clock.getTime() + hours * HOUR);
  running.setNow(clock);
  await running.app.runTasks();
}
const said = async (check = CHECK) => {
  const [row] = await admin(
    `SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = $2 ORDER BY observed_at DESC LIMIT 1`,
    [company, check],
  );
  return row && `${row.outcome}: ${row.reason}`;
};

/** The newest snapshot with its pages and the exhibit of accounts that it was read with. */
async function sealed() {
  const fileOf = async (id: string) =>
    JSON.parse(await (await olga!.send("GET", at(`/evidence/${id}/file`))).response.text()) as never;
  const { items } = (await olga!.get(at("/evidence?source=Exhibit%20registers"))).body;
  const manifest: SnapshotManifest = await fileOf(items[0].id);
  const named = manifest.registers.flatMap(({ pages }) => pages);
  const rows = await admin("SELECT sha256, content FROM app.snapshot_pages WHERE company_id = $1", [company]);
  const contents = new Map(rows.map(({ sha256, content }) => [sha256, content as string]));
  const [run] = await admin("SELECT r.evidence_id AS id FROM app.collection_runs r WHERE r.company_id = $1", [company]);
  return {
    manifest,
    pages: named.map((sha256) => JSON.parse(contents.get(sha256)!) as SnapshotPage),
    collections: [await fileOf(run.id)],
  };
}

/** A policy that everyone is to sign, written by one and approved by the other. */
async function putInForce(documentId: string) {
  const answers = { terms: "yes" };
  const { title, text } = await post(`/policy-library/${documentId}`, { edition: "software", answers });
  const { open } = await post("/policies", { documentId, title, text });
  await post(`/policy-versions/${open.id}/review`, { revision: 1, quorum: 1 });
  await post(`/policy-versions/${open.id}/approvals`, { revision: 1 }, adam);
  await post(`/policy-versions/${open.id}/assignments`, { audience: "everyone" });
  const version = (await olga!.get(at(`/policy-versions/${open.id}`))).body;
  expect(version.text).toContain(`::: statement ${CHECK}\n`);
  const sha256 = createHash("sha256").update(version.text).digest("hex");
  return async (person: Person) =>
    expect((await person.post(at(`/policy-versions/${open.id}/acknowledgment`), { sha256 })).status).toBe(200);
}

/** Two people whose accounts are as many days old. */
async function hire(...days: readonly number[]) {
  const people = [olga!, adam!].slice(0, days.length);
  const records = [];
  for (const [index, { email }] of people.entries())
    records.push(await add("people", { name: email, email, kind: "employee", startsAt: day(-days[index]!) }));
  // Adam vouches for what Olga wrote of herself.
  await post("/staff/addresses", { addresses: [{ personId: records[0].id, email: olga!.email }] }, adam);
  await read(
    people.map(({ email }, index) => ({ id: String(index), login: email, createdOn: day(-days[index]!) })),
    clock,
  );
  await pass();
  for (const [index, { id: personId }] of records.entries())
    await post("/accounts/decisions", {
      accounts: [{ provider: "okta", scope, id: String(index) }],
      kind: "person",
      personId,
    });
  await post("/registers/people/confirmation", { count: records.length });
  return records as { readonly id: string; readonly number: number }[];
}

test("terms that people acknowledge pass without a file, fail while somebody is late, and name who was late from then on", async () => {
  const sign = [await putInForce(termsPolicies.confidentiality), await putInForce(termsPolicies.conduct)];
  const [, late] = await hire(2, 3);
  for (const signAs of sign) await signAs(olga!);
  await pass();
  expect(await said()).toBe(
    "pass: 2 people: both terms are signed within 7 days of the first account. 2 still in time to be signed.",
  );
  await pass(6 * 24);
  expect(await said()).toBe(
    "fail: Not signed within 7 days of the first account: PER-2 (confidentiality terms), PER-2 (code of conduct). Send them their links.",
  );
  for (const signAs of sign) await signAs(adam!);
  await pass();
  expect(await said()).toBe(
    "pass: 2 people: both terms are signed. More than 7 days after the first account: PER-2 (confidentiality terms), PER-2 (code of conduct).",
  );
  const reason = await add("signed-terms", { terms: "both", kind: "late", personId: late!.id, reason: "On leave." });
  await post(`/registers/signed-terms/records/${reason.id}/approval`, { version: 1 }, adam);
  await post("/registers/signed-terms/confirmation", { count: 1 });
  await pass();
  const [{ count }] = await admin(
    "SELECT count(*)::integer AS count FROM app.evidence WHERE company_id = $1 AND source NOT IN ('Exhibit registers') AND name NOT LIKE 'Read %'",
    [company],
  );
  expect(count, "uploads").toBe(0);

  expect(await said(DOCUMENT)).toBe(
    "pass: Signed in Exhibit: 4 signatures; Signed elsewhere: No records; Signed late: 1 reason.",
  );
  expect(await said("policies.acknowledgment-log")).toBe("pass: Acknowledgments: 4 acknowledgments.");

  const { manifest, pages, collections } = await sealed();
  const again = (changed: readonly SnapshotPage[]) =>
    judgeRegisters({
      kind: "registers",
      instant: manifest.judged?.at ?? manifest.takenAt,
      input: { snapshot: manifest, pages: changed, collections },
    }).parts.find(({ check }) => check === CHECK)?.outcome;
  expect(again(pages)).toBe("pass");
  for (const [register, change] of [
    ["policy-acknowledgments", (text: string) => text.replace(/"leaf":"../, '"leaf":"00')],
    ["policy-versions", (text: string) => text.replaceAll("confidential", "public")],
    ["people", (text: string) => text.replace(/"startsAt":"[^"]*"/, '"startsAt":"soon"')],
  ] as const) {
    const changed = pages.map((page) => {
      const text = JSON.stringify(page);
      if (page.register !== register) return page;
      expect(change(text), register).not.toBe(text);
      return JSON.parse(change(text)) as SnapshotPage;
    });
    expect(again(changed), register).not.toBe("pass");
  }
});

test("a paper that was signed before counts by its date once another person approved it, and no more once it is withdrawn", async () => {
  const [person] = await hire(400);
  const about = new URLSearchParams({ name: "Signed", fileName: "signed.txt", type: "Document", controls: "XC-05" });
  const file = (await olga!.upload(at(`/evidence?${about}`), "signed")).body;
  const fields = { terms: "both", kind: "signed", personId: person!.id, signedOn: day(-399), file: file.exhibit };
  const refused = await olga!.post(at("/registers/signed-terms/records"), { fields: { ...fields, file: null } });
  expect([refused.status, refused.body.message]).toEqual([400, "File is missing."]);
  const record = await add("signed-terms", fields);
  await post("/registers/signed-terms/confirmation", { count: 1 });
  await pass();
  expect(await said()).toMatch(/^fail: Not signed /);
  await post(`/registers/signed-terms/records/${record.id}/approval`, { version: 1 }, adam);
  await pass();
  expect(await said()).toBe("pass: 1 person: both terms are signed within 7 days of the first account.");
  expect((await olga!.post(at(`/evidence/${file.id}/withdrawal`), { reason: "By mistake" })).status).toBe(200);
  await pass();
  expect(await said()).toMatch(/^fail: Not signed /);
});

test("the verifier judges signed terms again, and names a changed signature, a changed paper and a changed person", async () => {
  // What a person filed is no connection's: this one publishes its runs.
  company = await olga!.found(`Terms ${randomUUID()}`);
  await addMember(running, company, adam!.id, "admin");
  const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  read = async (users, at) => {
    const { items } = oktaExhibit(users);
    const published = { provider: "okta", source: "Okta (acme)", items } as const;
    await (await publishingConnection(running, company, judge.sha256, published)).publish(at);
  };
  scope = "1";
  const sign = [await putInForce(termsPolicies.confidentiality), await putInForce(termsPolicies.conduct)];
  const [, second] = await hire(300, 300);
  for (const signAs of sign) await signAs(olga!);
  const about = new URLSearchParams({ name: "Signed", fileName: "signed.txt", type: "Document", controls: "XC-05" });
  const file = (await olga!.upload(at(`/evidence?${about}`), "signed")).body.exhibit;
  const signed = { terms: "both", kind: "signed", personId: second!.id, signedOn: day(-299), file };
  const paper = await add("signed-terms", signed);
  await post(`/registers/signed-terms/records/${paper.id}/approval`, { version: 1 }, adam);
  await post("/registers/signed-terms/confirmation", { count: 1 });
  await pass();
  expect(await said()).toMatch(/^pass: 2 people: both terms are signed\. /);

  const { id } = await post("/exports", {});
  const { response } = await olga!.get(at(`/exports/${id}/bundle`));
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  const { key } = (await olga!.get(at("/ledger"))).body;
  const judges = { own: runOwnJudge(judge) };
  const verify = () => verifyBundle(memorySource(files), nodeCryptography, { key, judges });
  const whole = await verify();
  expect([whole.problems, whole.verdicts!.differs, [...whole.verdicts!.notReperformable.keys()]]).toEqual([[], [], []]);
  expect(files.get(VERDICTS)!.toString()).toContain(`"${CHECK}"`);
  const [snapshot] = (await olga!.get(at("/evidence?source=Exhibit%20registers"))).body.items;
  const manifest = await (await olga!.send("GET", at(`/evidence/${snapshot.id}/file`))).response.text();
  const pages = await admin("SELECT register, sha256, content FROM app.snapshot_pages WHERE company_id = $1", [
    company,
  ]);
  for (const [register, change] of [
    ["policy-acknowledgments", (text: string) => text.replace(/"leaf":"../, '"leaf":"00')],
    ["signed-terms", (text: string) => text.replace(day(-299), day(-298))],
    ["people", (text: string) => text.replace(/"startsAt":"[^"]*"/, '"startsAt":"2099-01-01T00:00:00.000Z"')],
  ] as const) {
    const page = pages.find((own) => own.register === register && manifest.includes(own.sha256))!;
    const other = change(page.content);
    expect(other, register).not.toBe(page.content);
    files.set(inputPath(page.sha256), Buffer.from(other));
    expect((await verify()).verdicts!.differs.join(), register).toContain(CHECK);
    files.set(inputPath(page.sha256), Buffer.from(page.content));
  }
});

test("policies that are no terms ask nobody for a signature", async () => {
  await hire(400);
  const { open } = await post("/policies", { title: "Travel", text: "We travel by train.\n" });
  await post(`/policy-versions/${open.id}/review`, { revision: 1, quorum: 1 });
  await pass();
  expect(await said()).toBeUndefined();
});
