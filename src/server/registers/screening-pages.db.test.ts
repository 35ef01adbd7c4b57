import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inputPath } from "#domain/bundle/verdict-line.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import type { SnapshotManifest, SnapshotPage } from "#domain/registers/snapshot.ts";
import { judgeRegisters } from "#judge/registers/index.ts";
import { connectOkta } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";

// Screenings are sealed without what they say, and their check is judged from that.

const CHECK = "people.screened-before-access";
const HOUR = 3_600_000;
const day = (days: number) => new Date(Date.now() + days * 24 * HOUR).toISOString().slice(0, 10);
let running: RunningApp;
let [olga, adam, mia, vera]: Person[] = [];
let company: string;
let okta: ConnectedOkta;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, mia, vera] = await Promise.all(["Olga", "Adam", "Mia", "Vera"].map((name) => running.person(name)));
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga!.found(`Screened ${randomUUID()}`);
  for (const [person, role] of [
    [adam, "admin"],
    [mia, "member"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, person!.id, role);
  okta = await connectOkta(admin, olga!, company, "solo");
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
const post = async (path: string, body: unknown, person = olga!) => (await person.post(at(path), body)).body;
const add = (register: string, fields: Record<string, unknown>) => post(`/registers/${register}/records`, { fields });
const confirm = (register: string, count: number) => post(`/registers/${register}/confirmation`, { count });
const approve = (id: string, version: number) =>
  post(`/registers/screenings/records/${id}/approval`, { version }, adam);
async function pass(hours = 0.01): Promise<void> {
  clock = new Date(clock.getTime() + hours * HOUR);
  running.setNow(clock);
  await running.app.runTasks();
}
const said = async () => {
  const [row] = await admin(
    `SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = $2 ORDER BY observed_at DESC LIMIT 1`,
    [company, CHECK],
  );
  return row && `${row.outcome}: ${row.reason}`;
};
const PASS = "pass: Everybody who got their first account within 365 days was screened before, or is excepted by law.";
const FAIL = "fail: Somebody who got their first account within 365 days has no approved screening from before.";
const MOVED = `${FAIL} Where People said another first day before, a second person who confirms People lets that day go.`;

/** Dan, with an account that is five days old. */
async function hireDan() {
  const dan = await add("people", { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: day(-5) });
  const users = [{ id: "1", login: "dan@acme.test", createdOn: day(-5) }];
  await okta.read(users, clock);
  await pass();
  const key = { provider: "okta", scope: "solo", id: "1" };
  await post("/accounts/decisions", { accounts: [key], kind: "person", personId: dan.id });
  await confirm("people", 1);
  return { dan, users };
}
async function fileReport() {
  const about = new URLSearchParams({ name: "Check", fileName: "check.txt", type: "Report", controls: "XC-05" });
  return (await olga!.upload(at(`/evidence?${about}`), "clear")).body;
}
const change = (id: string, version: number, fields: object) =>
  olga!.send("PATCH", at(`/registers/screenings/records/${id}`), JSON.stringify({ version, fields }), {
    "content-type": "application/json",
  });
/** What a viewer finds of the newest snapshot. */
async function sealedFor(person: Person) {
  const { items } = (await person.get(at("/evidence?source=Exhibit%20registers"))).body;
  const file = await person.send("GET", at(`/evidence/${items[0].id}/file`));
  const manifest = JSON.parse(await file.response.text()) as SnapshotManifest;
  const named = manifest.registers.flatMap(({ pages }) => pages);
  const rows = await admin("SELECT content FROM app.snapshot_pages WHERE company_id = $1 AND sha256 = ANY ($2)", [
    company,
    named,
  ]);
  return { manifest, text: rows.map(({ content }) => content as string), named };
}

test("a screening passes its check by a note on file, and not by words, nor before somebody else approved it; it fails, is unknown, and passes again", async () => {
  const { dan, users } = await hireDan();
  const screening = await add("screenings", {
    personId: dan.id,
    kind: "references",
    completedOn: day(-6),
    test: "ok",
  });
  await pass();
  expect(await said()).toBe("unknown: Nobody confirmed that Screenings is complete.");
  await confirm("screenings", 1);
  await pass();
  expect(await said()).toBe(FAIL);
  await approve(screening.id, 1);
  await pass();
  expect(await said()).toBe(FAIL);
  const note = await fileReport();
  await change(screening.id, 2, { report: note.exhibit });
  await pass();
  expect(await said()).toBe(FAIL);
  await approve(screening.id, 3);
  await pass();
  expect(await said()).toBe(PASS);
  // Somebody else comes, and nobody says whose account it is.
  await okta.read([...users, { id: "2", login: "eve@acme.test", createdOn: day(-2) }], clock);
  await pass();
  expect(await said()).toBe("unknown: Nobody said whose account it is: eve@acme.test.");
  const eve = await add("people", { name: "Eve", email: "eve@acme.test", kind: "employee", startsAt: day(-2) });
  await post("/accounts/decisions", {
    accounts: [{ provider: "okta", scope: "solo", id: "2" }],
    kind: "person",
    personId: eve.id,
  });
  await pass();
  expect(await said()).toBe(FAIL);
  const exception = await add("screenings", {
    personId: eve.id,
    kind: "exception",
    completedOn: day(0),
    law: "Art. 10 GDPR",
  });
  await approve(exception.id, 1);
  await pass();
  expect(await said()).toBe(PASS);
  // A day too late is no screening before.
  await change(screening.id, 4, { completedOn: day(-4) });
  await approve(screening.id, 5);
  await pass();
  expect(await said()).toBe(FAIL);
});

test("a screening with a report fails once that is withdrawn", async () => {
  const { dan } = await hireDan();
  const report = await fileReport();
  const record = await add("screenings", {
    personId: dan.id,
    kind: "background",
    completedOn: day(-5),
    report: report.exhibit,
  });
  await approve(record.id, 1);
  await confirm("screenings", 1);
  await pass();
  expect(await said()).toBe(PASS);
  expect((await olga!.post(at(`/evidence/${report.id}/withdrawal`), { reason: "By mistake" })).status).toBe(200);
  await pass();
  expect(await said()).toBe(FAIL);
});

test("whoever reads pages, ledger and exhibits judges it again, and finds neither whose a screening is nor that one is an exception", async () => {
  const { dan } = await hireDan();
  const record = await add("screenings", {
    personId: dan.id,
    kind: "exception",
    completedOn: day(0),
    law: "Art. 10 GDPR",
  });
  const other = await add("people", { name: "Zoe", email: "zoe@acme.test", kind: "partner", startsAt: "2020-01-01" });
  await add("screenings", { personId: other.id, kind: "identity", completedOn: "2020-01-01", test: "Passport" });
  await approve(record.id, 1);
  await confirm("people", 2);
  await confirm("screenings", 2);
  await pass();
  const { manifest, text, named } = await sealedFor(vera!);
  const pages = named.map((_, place) => JSON.parse(text[place]!) as SnapshotPage);
  const [exhibit] = await admin(
    "SELECT e.id FROM app.collection_runs r JOIN app.evidence e ON e.id = r.evidence_id WHERE r.company_id = $1",
    [company],
  );
  const read = JSON.parse(await (await vera!.send("GET", at(`/evidence/${exhibit.id}/file`))).response.text());
  const ask = (changed: Partial<SnapshotManifest> = {}) =>
    judgeRegisters({
      kind: "registers",
      instant: manifest.judged?.at ?? manifest.takenAt,
      input: { snapshot: { ...manifest, ...changed }, pages, collections: [read] },
    }).parts.find(({ check }) => check === CHECK)!;
  expect(ask()).toMatchObject({ outcome: "pass", reason: PASS.slice(6) });
  expect(ask({ screenings: { ...manifest.screenings!, cleared: [] } }).outcome).toBe("unknown");
  const sealed = pages.find(({ register }) => register === "sealed-screenings")!;
  const all = JSON.stringify([sealed, { ...manifest.screenings, identityProviders: [] }]).replace(
    "identityProviders",
    "",
  );
  for (const secret of [dan.id, other.id, record.id, "exception", "identity", "GDPR", "Passport", "2020-01-01"])
    expect(all).not.toContain(secret);
  expect(new Set(sealed.rows.map(({ fields }) => Object.keys(fields).join())).size).toBe(1);
  const acts = await admin("SELECT details FROM app.ledger_acts WHERE company_id = $1 AND subject = $2", [
    company,
    record.id,
  ]);
  expect(acts).toHaveLength(2);
  for (const { details } of acts) expect(details).not.toMatch(/law|"kind"|exception|Law/);
  expect((await mia!.get(at("/registers/screenings/records"))).status).toBe(404);
});

test("a bundle that a viewer exports names a row that was changed", async () => {
  await admin("UPDATE app.connections SET state = 'disconnected' WHERE company_id = $1", [company]);
  const dan = await add("people", { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: day(-5) });
  await confirm("people", 1);
  await add("screenings", { personId: dan.id, kind: "identity", completedOn: day(-6), test: "Passport" });
  await confirm("screenings", 1);
  await pass();
  const { id } = (await vera!.post(at("/exports"), {})).body;
  const { response } = await vera!.get(at(`/exports/${id}/bundle`));
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  const key = (await olga!.get(at("/ledger"))).body.key;
  const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  const verify = () =>
    verifyBundle(memorySource(files), nodeCryptography, { key, judges: { own: runOwnJudge(judge) } });
  const whole = await verify();
  expect([whole.problems, whole.verdicts!.differs, [...whole.verdicts!.notReperformable.keys()]]).toEqual([[], [], []]);
  const [page] = await admin(
    "SELECT sha256, content FROM app.snapshot_pages WHERE company_id = $1 AND register = 'sealed-screenings'",
    [company],
  );
  expect(page.content).toContain('"approved":false');
  files.set(inputPath(page.sha256), Buffer.from(page.content.replace('"approved":false', '"approved":true')));
  expect((await verify()).verdicts!.differs.join()).toContain(CHECK);
});

test("an account that somebody had before does not free whoever is new from being screened", async () => {
  const dan = await add("people", { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: day(-5) });
  await okta.read([{ id: "1", login: "dan@acme.test", createdOn: "2019-01-01" }], clock);
  await pass();
  const accounts = [{ provider: "okta", scope: "solo", id: "1" }];
  await post("/accounts/decisions", { accounts, kind: "person", personId: dan.id });
  await confirm("people", 1);
  await confirm("screenings", 0);
  await pass();
  expect(await said()).toBe(FAIL);
  const report = await fileReport();
  const fields = { personId: dan.id, kind: "background", completedOn: day(-5), report: report.exhibit };
  const screening = await add("screenings", fields);
  await approve(screening.id, 1);
  await confirm("screenings", 1);
  await pass();
  expect(await said()).toBe(PASS);
});

test("whoever is new stays asked where one person moves back their first day or gives them another record, until another confirms People", async () => {
  const dan = await add("people", { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: day(-5) });
  const accounts = [{ provider: "okta", scope: "solo", id: "1" }];
  await okta.read([{ id: "1", login: "d1@acme.test", createdOn: "2019-01-01" }], clock);
  await pass();
  await post("/accounts/decisions", { accounts, kind: "person", personId: dan.id });
  await confirm("people", 1);
  await confirm("screenings", 0);
  const first = `${day(-5)}T00:00:00.000Z`;
  await pass(25);
  expect(await said()).toBe(FAIL);
  const path = at(`/registers/people/records/${dan.id}`);
  const patch = (version: number, fields: object) =>
    olga!.send("PATCH", path, JSON.stringify({ version, fields }), { "content-type": "application/json" });
  const sealedStarts = async () => (await sealedFor(vera!)).manifest.screenings!.formerStarts;
  expect((await patch(1, { startsAt: "2020-01-01" })).response.status).toBe(200);
  await confirm("people", 1);
  await pass();
  expect([await said(), await sealedStarts()]).toEqual([MOVED, [{ people: [dan.id], days: [first] }]]);
  // Another record has the account of the first one, and yet another the address that it gives up.
  expect((await patch(2, { email: "other@acme.test" })).response.status).toBe(200);
  await post(`/registers/people/records/${dan.id}/end`, { reason: "Entered by mistake" });
  const long = { name: "Dan", kind: "employee", startsAt: "2020-01-01" };
  const again = await add("people", long);
  await post("/accounts/decisions", { accounts, kind: "person", personId: again.id });
  const third = await add("people", { ...long, email: "dan@acme.test" });
  await confirm("people", 2);
  await pass();
  expect(await said()).toBe(MOVED);
  expect(await sealedStarts()).toEqual([
    {
      people: [dan.id, again.id, third.id].toSorted((a: string, b: string) => (a < b ? -1 : 1)),
      days: ["2020-01-01T00:00:00.000Z", first],
    },
  ]);
  // Somebody of whom People knows nothing may be who wrote it.
  await post("/registers/people/confirmation", { count: 2 }, adam);
  await pass();
  expect(await said()).toBe(MOVED);
  const own = { name: "Adam", email: adam!.email, kind: "employee", startsAt: "2020-01-01" };
  const { id: personId } = await post("/registers/people/records", { fields: own }, adam);
  await post("/registers/people/confirmation", { count: 3 }, adam);
  await pass();
  expect(await said()).toBe(MOVED);
  await post("/staff/addresses", { addresses: [{ personId, email: adam!.email }] });
  await pass();
  expect(await sealedStarts()).toEqual([]);
  expect(await said()).toBe(PASS);
});

test("an employee ID that was mended at once makes nobody another", async () => {
  const dan = await add("people", { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: day(-5) });
  await add("people", { name: "Eve", kind: "employee", startsAt: "2015-01-01", employeeId: "E1" });
  const path = at(`/registers/people/records/${dan.id}`);
  for (const [version, employeeId] of [
    [1, "E1"],
    [2, "E2"],
  ] as const)
    await olga!.send("PATCH", path, JSON.stringify({ version, fields: { employeeId } }), {
      "content-type": "application/json",
    });
  await okta.read([{ id: "1", login: "dan@acme.test" }], clock);
  await confirm("people", 2);
  await confirm("screenings", 0);
  await pass();
  expect((await sealedFor(vera!)).manifest.screenings!.formerStarts).toEqual([]);
});

test("an exception without a law is refused, typed, changed, of many at once, from a file, and by the database", async () => {
  const { dan } = await hireDan();
  const fields = { personId: dan.id, kind: "exception", completedOn: day(0) };
  for (const law of [undefined, null, "", "  "]) {
    const answer = await olga!.post(at("/registers/screenings/records"), { fields: { ...fields, law } });
    expect([answer.status, answer.body.message]).toEqual([400, "Law is missing."]);
  }
  const record = await add("screenings", { ...fields, kind: "identity" });
  const path = at(`/registers/screenings/records/${record.id}`);
  const patch = (wanted: object) =>
    olga!.send("PATCH", path, JSON.stringify({ version: 1, fields: wanted }), { "content-type": "application/json" });
  expect((await patch({ kind: "exception" })).body.message).toBe("Law is missing.");
  const many = await olga!.send(
    "PATCH",
    at("/registers/screenings/records"),
    JSON.stringify({ recordIds: [record.id], fields: { kind: "exception" } }),
    { "content-type": "application/json" },
  );
  expect([many.status, many.body.message]).toEqual([400, "SCR-1: Law is missing."]);
  const csv = `Person,Kind,Completed on,Law\nPER-1,Exception by law,${day(0)},`;
  const preview = await olga!.post(at("/registers/screenings/csv-preview"), { csv });
  expect(JSON.stringify(preview.body)).toContain("Law is missing.");
  const client = await running.database.admin.connect();
  try {
    await client.query("BEGIN; SET LOCAL ROLE app_user");
    await client.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
      olga!.id,
      company,
    ]);
    await expect(
      client.query(
        `UPDATE app.records SET fields = fields || '{"kind": "exception"}', changed_by = $2, changed_at = now() WHERE id = $1`,
        [record.id, olga!.id],
      ),
    ).rejects.toThrow("law: missing");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
