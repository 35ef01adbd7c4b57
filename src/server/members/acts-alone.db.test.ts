import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { asCaller } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";

// What one person may do alone because nobody else could is asked of the last 30 days: who takes the others' rights for a moment is not alone.

let running: RunningApp;
let olga: Person;
let ada: Person;
let company: string;

const json = { "content-type": "application/json" };
const at = (more: string) => `/companies/${company}${more}`;
const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const memberOf = async (person: Person) =>
  (await olga.get(at("/members"))).body.find(({ userId }: { userId: string }) => userId === person.id).id as string;
const giveRole = async (role: string) =>
  (await olga.send("PATCH", at(`/members/${await memberOf(ada)}`), JSON.stringify({ role }), json)).status;
const remove = async () => (await olga.send("DELETE", at(`/members/${await memberOf(ada)}`), "{}", json)).status;

async function addDocument(): Promise<string> {
  const asked = new URLSearchParams({ name: "Rules", fileName: "a.txt", type: "Policy", controls: "XC-08" });
  const item = (await olga.upload(at(`/evidence?${asked}`), randomUUID())).body.id as string;
  const filings = at("/controls/XC-08/documents/auth.authentication-standard/filings");
  const today = new Date().toISOString().slice(0, 10);
  return (await olga.post(filings, { evidenceId: item, from: today, to: today })).body.filingId;
}
const accept = async (filing: string) => (await olga.post(at(`/document-filings/${filing}/acceptance`), {})).body;

async function addRecord() {
  const fields = { title: "Hallam", startsOn: "2026-03-01" };
  const { id, version } = (await olga.post(at("/registers/legal-holds/records"), { fields })).body;
  return { path: at(`/registers/legal-holds/records/${id}`), version };
}

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  ada = await running.person("Ada");
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await olga.found(`Alone ${randomUUID()}`);
  await addMember(running, company, ada.id, "admin");
});

/** What the owner does alone: reviews their own document, approves their own record, ends one. */
async function actAlone() {
  const reviewed = await accept(await addDocument());
  const record = await addRecord();
  const approved = (await olga.post(`${record.path}/approval`, { version: record.version })).body;
  const other = await addRecord();
  const ended = (await olga.post(`${other.path}/end`, { reason: "Entered by mistake" })).body;
  return [reviewed.state ?? reviewed.code, approved.code ?? approved.state, ended.ended?.approval?.alone ?? null];
}

const REFUSED = ["own-review", "record-own-approval", null];

test("the others made viewers for a moment, nothing is reviewed, approved or ended by one person", async () => {
  expect(await giveRole("viewer")).toBe(200);
  expect(await actAlone()).toEqual(REFUSED);
  expect(await giveRole("admin")).toBe(200);
});

test("nor does one person vouch for the address that they write for somebody else", async () => {
  expect(await giveRole("member")).toBe(200);
  const person = { name: "Bo", kind: "employee", email: "bo@alone.test", startsAt: new Date().toISOString() };
  const { id } = (await olga.post(at("/registers/people/records"), { fields: person })).body;
  const addresses = [{ personId: id, email: person.email }];
  expect((await olga.post(at("/staff/addresses"), { addresses })).body.code).toBe("staff-address-own");
  const [{ how }] = await admin("SELECT vouched_how AS how FROM app.records WHERE id = $1", [id]);
  expect(how).toBeNull();
});

test("nor is it after the others were removed", async () => {
  expect(await remove()).toBe(200);
  expect(await actAlone()).toEqual(REFUSED);
});

test("who was always alone goes on alone, and the document's verdict says so", async () => {
  await admin("DELETE FROM app.company_members WHERE company_id = $1 AND user_id = $2", [company, ada.id]);
  expect(await actAlone()).toEqual(["on file", "open", true]);
  const facts = await asCaller(running.database.databases.user, { userId: olga.id, companyId: company }, (tx) =>
    callFunction(tx, "app.document_facts", [company, null, null, new Date()]),
  );
  expect(facts).toMatchObject({ filings: [{ own: true, another_since: null }] });
});
