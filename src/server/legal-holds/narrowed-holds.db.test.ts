import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import { PASSWORD } from "#tests/support/person.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// What another person approved of a hold binds until another person approves less, by whatever way one person tries to be rid of it.

let running: RunningApp;
let olga: Person;
let ada: Person;
let company: string;
let clock: Date;
let address: string;
let dan: string;
let kim: string;
let matter: string;
let device: { id: string; version: number };
let item: { id: string; exhibit: string };
let hold: string;

const json = { "content-type": "application/json" };
const at = (more: string) => `/companies/${company}${more}`;
const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const add = async (register: string, fields: object) =>
  (await olga.post(at(`/registers/${register}/records`), { fields })).body;
const versionOf = async (register: string, id: string) =>
  (await olga.get(at(`/registers/${register}/records/${id}`))).body.version as number;
const change = async (register: string, id: string, fields: object) =>
  olga.send(
    "PATCH",
    at(`/registers/${register}/records/${id}`),
    JSON.stringify({ version: await versionOf(register, id), fields }),
    json,
  );
const approve = async (who: Person) =>
  (
    await who.post(at(`/registers/legal-holds/records/${hold}/approval`), {
      version: await versionOf("legal-holds", hold),
    })
  ).status;
const join = (person: Person, role: string) => addMember(running, company, person.id, role);
const erase = async () =>
  (await olga.post(at(`/evidence/${item.id}/erasure`), { exhibit: item.exhibit, reason: "Old" })).body.code;
const disposal = { subject: "Files", method: "shred", disposedOn: "2026-03-04" };
const dispose = async (of: object) => (await add("disposals", { ...disposal, ...of })).code;
const endMatter = async () =>
  (await olga.post(at(`/registers/client-matters/records/${matter}/end`), { reason: "Files destroyed or returned" }))
    .body.code;
async function mails() {
  clock = new Date(clock.getTime() + 1_000);
  running.setNow(clock);
  await admin("UPDATE app.jobs SET run_at = '-infinity' WHERE kind = 'custodians'");
  const had = running.mails.length;
  await running.app.runTasks();
  return running.mails.slice(had).flatMap(({ to, subject }) => (to === address ? [subject] : []));
}

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  ada = await running.person("Ada");
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date("2026-03-05T10:00:00.000Z");
  running.setNow(clock);
  company = await olga.found(`Narrowed ${randomUUID()}`);
  address = `dan-${randomUUID()}@acme.test`;
  const person = { kind: "employee", startsAt: "2026-01-05" };
  dan = (await add("people", { ...person, name: "Dan Reyes", email: address })).id;
  kim = (await add("people", { ...person, name: "Kim Oyelaran", email: `kim-${randomUUID()}@acme.test` })).id;
  await join(ada, "admin");
  matter = (await add("client-matters", { reference: "2019-4", leadId: dan, restricted: "no", closedOn: "2019-01-31" }))
    .id;
  device = await add("devices", { name: "Laptop", kind: "laptop", holderId: dan });
  const query = new URLSearchParams({ name: "Plan", fileName: "plan.txt", type: "Document", controls: "XC-01" });
  item = (await olga.upload(at(`/evidence?${query}`), "a plan")).body;
  const named = { custodianIds: [dan], matterIds: [matter], evidence: [item.exhibit] };
  hold = (await add("legal-holds", { title: "Hallam", startsOn: "2026-03-01", ...named })).id;
  await olga.post(at(`/evidence/${item.id}/withdrawal`), { reason: "A wrong file" });
});

const NOTHING = { evidence: [], matterIds: [], custodianIds: [], startsOn: "2026-03-05" };

test("a hold that one person approved alone and another afterwards keeps what it named then", async () => {
  company = await olga.found(`Alone ${randomUUID()}`);
  const query = new URLSearchParams({ name: "Plan", fileName: "plan.txt", type: "Document", controls: "XC-01" });
  item = (await olga.upload(at(`/evidence?${query}`), `a plan ${randomUUID()}`)).body;
  hold = (await add("legal-holds", { title: "Hallam", startsOn: "2026-03-01", evidence: [item.exhibit] })).id;
  await olga.post(at(`/evidence/${item.id}/withdrawal`), { reason: "A wrong file" });
  expect(await approve(olga)).toBe(200);
  await join(ada, "admin");
  expect(await approve(ada)).toBe(200);
  expect((await change("legal-holds", hold, { evidence: [] })).status).toBe(200);
  expect(await erase()).toBe("held-by-legal-hold");
});

test("an approved hold that one person empties keeps all that it named, until another person approves that it names less", async () => {
  expect(await approve(ada)).toBe(200);
  expect(await mails()).toEqual([expect.stringContaining("please confirm a legal hold")]);
  expect((await change("legal-holds", hold, NOTHING)).status).toBe(200);
  expect(await erase()).toBe("held-by-legal-hold");
  expect([
    await endMatter(),
    await dispose({ matterIds: [matter] }),
    await dispose({ deviceIds: [device.id] }),
  ]).toEqual(["record-held", "record-held", "record-held"]);
  expect(await mails()).toEqual([]);
  // A second edit takes nothing off either, and what it adds binds as well.
  await change("legal-holds", hold, { custodianIds: [kim] });
  expect([await erase(), await dispose({ deviceIds: [device.id] })]).toEqual(["held-by-legal-hold", "record-held"]);
  expect(await approve(ada)).toBe(200);
  expect(await mails()).toEqual([expect.stringContaining("released you from a legal hold")]);
  expect([await erase(), await dispose({ matterIds: [matter] }), await dispose({ deviceIds: [device.id] })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("nobody approves less, an end or a release alone while others are made viewers for a moment", async () => {
  expect(await approve(ada)).toBe(200);
  const demote = (role: string) =>
    admin("UPDATE app.company_members SET role = $3 WHERE company_id = $1 AND user_id = $2", [company, ada.id, role]);
  await change("legal-holds", hold, { ...NOTHING, releasedOn: "2026-03-05" });
  await demote("viewer");
  expect(await approve(olga)).toBe(403);
  expect(await erase()).toBe("held-by-legal-hold");
  await olga.post(at(`/registers/legal-holds/records/${hold}/end`), { reason: "Released" });
  expect(await approve(olga)).toBe(403);
  await demote("admin");
  expect([await erase(), await dispose({ matterIds: [matter] })]).toEqual(["held-by-legal-hold", "record-held"]);
  expect(await approve(ada)).toBe(200);
  expect(await erase()).toBe(undefined);
});

test("a hold that nobody approved is changed by one person, as it is ended by one", async () => {
  await change("legal-holds", hold, NOTHING);
  expect([await erase(), await dispose({ matterIds: [matter] })]).toEqual([undefined, undefined]);
});

test("a device that a custodian had since the hold began is not disposed of, whoever has it now", async () => {
  expect((await change("devices", device.id, { holderId: kim })).status).toBe(200);
  expect(await dispose({ deviceIds: [device.id] })).toBe("record-held");
  const other = await add("devices", { name: "Phone", kind: "phone", holderId: kim });
  expect(await dispose({ deviceIds: [other.id] })).toBe(undefined);
  // What they had handed on before the hold is nobody's to keep.
  await change("legal-holds", hold, { startsOn: "2026-03-05" });
  clock = new Date("2026-03-07T10:00:00.000Z");
  running.setNow(clock);
  await change("legal-holds", hold, { startsOn: "2026-03-06" });
  expect(await dispose({ deviceIds: [device.id] })).toBe(undefined);
});

test("a custodian who left, or whose address was changed in the register, still does not delete their account; a stranger does", async () => {
  const [nia, zoe] = [await running.person("Nia"), await running.person("Zoe")];
  await join(nia, "member");
  const person = { kind: "employee", startsAt: "2026-01-05" };
  const own = (await add("people", { ...person, name: "Nia", email: nia.email })).id;
  const stranger = (await add("people", { ...person, name: "Zoe", email: zoe.email })).id;
  await change("legal-holds", hold, { custodianIds: [own, stranger] });
  running.setNow(undefined);
  await nia.signIn(PASSWORD);
  const left = await nia.post(at("/leave"), {});
  expect(left.status).toBe(200);
  const remove = (who: Person) => who.send("DELETE", "/account", JSON.stringify({ email: who.email }), json);
  expect((await remove(nia)).body.code).toBe("account-held");
  await change("people", own, { email: `other-${randomUUID()}@acme.test` });
  expect((await remove(nia)).body.code).toBe("account-held");
  await zoe.signIn(PASSWORD);
  expect((await remove(zoe)).status).toBe(200);
  await change("legal-holds", hold, { custodianIds: [] });
  expect((await remove(nia)).status).toBe(200);
});
