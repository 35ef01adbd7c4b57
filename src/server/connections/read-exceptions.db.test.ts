import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectOkta } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { asCaller } from "../db/as-caller.ts";
import { readExceptions } from "./read-exceptions.ts";

let running: RunningApp;
let olga: Person;
let ada: Person;
let company: string;
let okta: ConnectedOkta;
let clock: Date;

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}/registers/approvals${more}`;
/** What a run of this connection that begins now would leave out. */
const leftOut = (connection = okta.id, now = new Date()) =>
  asCaller(running.database.databases.user, { userId: connection, companyId: company }, (tx) =>
    readExceptions(tx, now),
  );
const propose = async (said: object = {}) => {
  const fields = {
    subject: "sync@acme.test",
    kind: "service-account",
    systemId: okta.systemId,
    reason: "Copies people from HR",
    expiresOn: "2099-12-31",
    ...said,
  };
  const added = await olga.post(at("/records"), { fields });
  expect(added.status).toBe(200);
  return added.body as { id: string; version: number };
};
const approve = (person: Person, { id, version }: { id: string; version: number }) =>
  person.post(at(`/records/${id}/approval`), { version });

beforeAll(async () => {
  running = await runApp();
  [olga, ada] = (await Promise.all(["Olga", "Ada"].map((name) => running.person(name)))) as [Person, Person];
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga.found(`Exceptions ${randomUUID()}`);
  await addMember(running, company, ada.id, "admin");
  okta = await connectOkta(admin, olga, company);
});

test("what one person asks for leaves nothing out until another approves it, and then with reason, names and an end", async () => {
  const asked = await propose();
  expect(await leftOut()).toEqual([]);
  expect((await approve(olga, asked)).status).toBe(403);
  expect(await leftOut()).toEqual([]);
  expect((await approve(ada, asked)).status).toBe(200);
  const today = new Date().toISOString().slice(0, 10);
  expect(await leftOut()).toEqual([
    {
      kind: "service-account",
      subject: "sync@acme.test",
      record: "APV-1",
      reason: "Copies people from HR",
      askedBy: "Olga Example",
      approvedBy: "Ada Example",
      another: true,
      approvedOn: today,
      until: "2099-12-31",
    },
  ]);
  // A year after its approval at the latest, whatever it says.
  expect(await leftOut(okta.id, new Date(Date.now() + 366 * 86_400_000))).toEqual([]);
});

test("a colleague's second account approves nothing that they asked for, once People says whose both are", async () => {
  const person = (name: string, email: string) =>
    olga.post(`/companies/${company}/registers/people/records`, {
      fields: { name, email, kind: "employee", startsAt: "2026-01-01", employeeId: "E-7" },
    });
  await person("Olga", olga.email);
  await approve(ada, await propose());
  const sealed = async () => {
    clock = new Date(clock.getTime() + 60_000);
    running.setNow(clock);
    await running.app.runTasks();
  };
  await sealed();
  expect(await leftOut()).toHaveLength(1);
  const again = (await person("Olga again", ada.email)).body;
  await sealed();
  expect(await leftOut()).toEqual([]);
  // Taken back, it stands for what was approved before: here, and in the registers.
  const change = JSON.stringify({ version: again.version, fields: { employeeId: "E-8" } });
  const path = `/companies/${company}/registers/people/records/${again.id}`;
  expect((await olga.send("PATCH", path, change, { "content-type": "application/json" })).status).toBe(200);
  await sealed();
  expect(await leftOut()).toEqual([]);
  clock = new Date(clock.getTime() + 60_000);
  running.setNow(clock);
  await approve(ada, await propose({ subject: "hr@acme.test" }));
  expect((await leftOut()).map(({ subject }) => subject)).toEqual(["hr@acme.test"]);
  await sealed();
  const approvals = await admin(
    `SELECT x ->> 'number' AS number, x -> 'approval' -> 'another' AS another FROM app.register_runs r JOIN app.snapshot_pages p
      ON p.company_id = r.company_id AND p.sha256 = ANY (r.pages) AND p.register = 'approvals', jsonb_array_elements(p.content::jsonb -> 'rows') x
    WHERE r.company_id = $1 AND r.ledger_index = (SELECT max(m.ledger_index) FROM app.register_runs m WHERE m.company_id = $1) ORDER BY 1`,
    [company],
  );
  expect(approvals).toEqual([
    { number: "1", another: false },
    { number: "2", another: true },
  ]);
});

test("what was changed, ended, or is of another system or kind leaves nothing out", async () => {
  const [elsewhere] = await admin(
    `INSERT INTO app.systems (company_id, name, kinds, added_by) VALUES ($1, 'Other', '{idp}', $2) RETURNING id`,
    [company, olga.id],
  );
  for (const said of [{ systemId: elsewhere.id }, { kind: "exception" }]) await approve(ada, await propose(said));
  expect(await leftOut()).toEqual([]);
  const asked = await propose();
  const approved = (await approve(ada, asked)).body;
  const changed = await olga.send(
    "PATCH",
    at(`/records/${asked.id}`),
    JSON.stringify({ version: approved.version, fields: { subject: "ceo@acme.test" } }),
    { "content-type": "application/json" },
  );
  expect([changed.status, await leftOut()]).toEqual([200, []]);
  const other = await propose({ subject: "backup@acme.test" });
  await approve(ada, other);
  expect(await leftOut()).toHaveLength(1);
  await olga.post(at(`/records/${other.id}/end`), { reason: "No longer needed" });
  expect(await leftOut()).toEqual([]);
});

test("an emergency change is passed over once another person than whoever made it approved it, with its review on file", async () => {
  const about = new URLSearchParams({ name: "Review", fileName: "review.txt", type: "Document", controls: "XC-18" });
  const review = (await olga.upload(`/companies/${company}/evidence?${about}`, "a review")).body;
  const path = (more = "") => `/companies/${company}/registers/emergencies/records${more}`;
  const person = async (name: string, email: string) =>
    (
      await olga.post(`/companies/${company}/registers/people/records`, {
        fields: { name, email, kind: "employee", startsAt: "2026-01-01" },
      })
    ).body.id as string;
  const byId = await person("Olga", olga.email);
  const change = "https://github.com/acme/api/pull/7";
  const usual = {
    title: "Rollback",
    kind: "change",
    systemId: okta.systemId,
    byId,
    reason: "Everybody was locked out",
    startedAt: "2026-01-05T03:00:00.000Z",
    change,
    reviewedOn: "2026-01-06",
    review: review.exhibit,
  };
  const approved = async (more: object) => {
    const { id, version } = (await olga.post(path(), { fields: { ...usual, ...more } })).body;
    expect((await ada.post(path(`/${id}/approval`), { version })).status).toBe(200);
  };
  expect((await olga.post(path(), { fields: usual })).status).toBe(200);
  // As long as nobody knows who Ada is in People, she may be who made it.
  await approved({});
  expect(await leftOut()).toEqual([]);
  const adasId = await person("Ada", ada.email);
  expect(await leftOut()).toMatchObject([{ record: "EMG-2", another: true }]);
  for (const less of [
    { kind: "account" },
    { change: null },
    { review: null },
    { reviewedOn: null },
    { reviewedOn: "2026-01-04" },
    { byId: adasId },
  ])
    await approved(less);
  expect(await leftOut()).toHaveLength(1);
  await approved({});
  const until = new Date(Date.now() + 364 * 86_400_000).toISOString().slice(0, 10);
  expect(await leftOut()).toMatchObject([
    { record: "EMG-2" },
    { kind: "emergency-change", subject: change, record: "EMG-9", approvedBy: "Ada Example", another: true, until },
  ]);
  const withdrawal = `/companies/${company}/evidence/${review.id}/withdrawal`;
  expect((await olga.post(withdrawal, { reason: "The wrong file" })).status).toBe(200);
  expect(await leftOut()).toEqual([]);
});

test("whoever made an emergency change approves it by no other record of theirs in People", async () => {
  const about = new URLSearchParams({ name: "Review", fileName: "review.txt", type: "Document", controls: "XC-18" });
  const review = (await olga.upload(`/companies/${company}/evidence?${about}`, "a review")).body;
  const path = (more = "") => `/companies/${company}/registers/emergencies/records${more}`;
  const people = `/companies/${company}/registers/people/records`;
  const person = async (fields: object) =>
    (await olga.post(people, { fields: { kind: "employee", startsAt: "2026-01-01", ...fields } })).body;
  await person({ name: "Ada", email: ada.email, employeeId: "E-7" });
  const made = await person({ name: "A. Example", employeeId: "E-8" });
  const fields = {
    title: "Rollback",
    kind: "change",
    systemId: okta.systemId,
    byId: made.id,
    reason: "Everybody was locked out",
    startedAt: "2026-01-05T03:00:00.000Z",
    change: "https://github.com/acme/api/pull/8",
    reviewedOn: "2026-01-06",
    review: review.exhibit,
  };
  const { id, version } = (await olga.post(path(), { fields })).body;
  expect((await ada.post(path(`/${id}/approval`), { version })).status).toBe(200);
  const saysEmployee = async (employeeId: string, of: number) => {
    const change = JSON.stringify({ version: of, fields: { employeeId } });
    const headers = { "content-type": "application/json" };
    expect((await olga.send("PATCH", `${people}/${made.id}`, change, headers)).status).toBe(200);
    clock = new Date(clock.getTime() + 60_000);
    running.setNow(clock);
    await running.app.runTasks();
  };
  expect(await leftOut()).toHaveLength(1);
  await saysEmployee("E-7", made.version);
  expect(await leftOut()).toEqual([]);
  // Taken back, it stands for what was approved before.
  await saysEmployee("E-9", made.version + 1);
  expect(await leftOut()).toEqual([]);
});

test("a person who asks as themselves, and a connection of another company, read nothing", async () => {
  await approve(ada, await propose());
  expect(await leftOut(olga.id)).toEqual([]);
  const first = okta.id;
  company = await olga.found(`Exceptions ${randomUUID()}`);
  expect(await leftOut(first)).toEqual([]);
});

test("what stands in the settings of a connection is proposed for Approvals, and gone from there once it is recorded", async () => {
  clock = new Date(clock.getTime() + 60_000);
  running.setNow(clock);
  const users = [{ id: "00u1", login: "sync@acme.test" }];
  await okta.read(users, clock, undefined, { settings: { serviceAccounts: ["sync@acme.test"] } });
  clock = new Date(clock.getTime() + 60_000);
  running.setNow(clock);
  await running.app.runTasks();
  const proposed = async () =>
    (await olga.get(at("/proposals"))).body as { key: string; title: string; fields: object }[];
  const [found] = await proposed();
  expect(found).toMatchObject({
    title: "sync@acme.test",
    fields: { subject: "sync@acme.test", kind: "service-account", systemId: okta.systemId },
  });
  const fields = { reason: "Copies people from HR", expiresOn: "2099-12-31" };
  expect((await olga.post(at("/proposals"), { keys: [found!.key], fields })).status).toBe(200);
  expect(await proposed()).toEqual([]);
  expect(await leftOut()).toEqual([]);
});
