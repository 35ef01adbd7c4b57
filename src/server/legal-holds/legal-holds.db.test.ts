import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { PASSWORD } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { linkTokenOf, StaffBrowser } from "#tests/support/staff.ts";

// A hold binds from its record to its release: custodians know of it, and nothing that it covers is erased or disposed of.

let running: RunningApp;
let olga: Person;
let company: string;
let clock: Date;
let dan: string;
let address: string;

const DAY_MS = 86_400_000;
const at = (more: string) => `/companies/${company}${more}`;
const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const json = { "content-type": "application/json" };
const add = (register: string, fields: object) => olga.post(at(`/registers/${register}/records`), { fields });
const change = (register: string, id: string, version: number, fields: object) =>
  olga.send("PATCH", at(`/registers/${register}/records/${id}`), JSON.stringify({ version, fields }), json);
const addHold = async (fields: object = {}) =>
  (
    await add("legal-holds", {
      title: "Hallam",
      custodianIds: [dan],
      about: "All mail about the pier.",
      startsOn: "2026-03-01",
      ...fields,
    })
  ).body as { id: string; number: string };
const custodians = async (hold: string) => (await olga.get(at(`/legal-holds/${hold}/custodians`))).body;
/** Lets time pass, and answers the mails about holds that were sent then. */
async function pass(days: number) {
  clock = new Date(clock.getTime() + days * DAY_MS);
  running.setNow(clock);
  await admin("UPDATE app.jobs SET run_at = '-infinity' WHERE kind = 'custodians'");
  const had = running.mails.length;
  await running.app.runTasks();
  return running.mails.slice(had).filter(({ to, subject }) => to === address && subject.includes("legal hold"));
}
const release = (hold: string, version = 1) => change("legal-holds", hold, version, { releasedOn: "2026-03-02" });

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date("2026-03-05T10:00:00.000Z");
  running.setNow(clock);
  company = await olga.found(`Holds ${randomUUID()}`);
  address = `dan-${randomUUID()}@acme.test`;
  const person = { name: "Dan Reyes", email: address, kind: "employee", startsAt: "2026-01-05" };
  dan = (await add("people", person)).body.id;
});

test("a custodian is told once by mail, reminded every week until they confirm, and told of the release once", async () => {
  const hold = await addHold();
  const [notice, ...more] = await pass(0.01);
  expect([notice!.subject.endsWith(": please confirm a legal hold"), more]).toEqual([true, []]);
  // What it is about is nobody's mailbox's to keep.
  expect([notice!.text.includes("HLD-1"), /Hallam|pier/.test(notice!.text)]).toEqual([true, false]);
  const sent = [];
  for (let day = 1; day <= 22; day += 1) sent.push((await pass(1)).length);
  expect(sent.flatMap((count, index) => (count > 0 ? [[index + 1, count]] : []))).toEqual([
    [7, 1],
    [14, 1],
    [21, 1],
  ]);
  expect(await custodians(hold.id)).toMatchObject([
    { personId: dan, name: "Dan Reyes", reminders: 3, acknowledgedAt: null, releasedAt: null },
  ]);

  const browser = new StaffBrowser(running.url);
  await browser.post("/me/link", { link: linkTokenOf(running.mails, address) });
  const page = await browser.open(`/me/holds/${hold.id}`);
  expect([page.status, page.html.includes("All mail about the pier.")]).toEqual([200, true]);
  expect((await browser.open("/me")).html).toContain("Legal hold HLD-1: read it and confirm");
  const done = await browser.submit(page, `/me/holds/${hold.id}`);
  expect([done.status, done.html.includes("Your confirmation is recorded")]).toEqual([200, true]);
  expect((await custodians(hold.id))[0].acknowledgedAt).toBe(clock.toISOString());
  expect((await browser.open("/me")).html).not.toContain("read it and confirm");
  expect([await pass(7), await pass(7)]).toEqual([[], []]);

  await release(hold.id);
  const [released, ...others] = await pass(0.01);
  expect([released!.subject.endsWith("released you from a legal hold"), others]).toEqual([true, []]);
  expect(await pass(8)).toEqual([]);
  const said = (await olga.get(at("/activity?kind=hold"))).body.entries.map(
    ({ sentence }: { sentence: string }) => sentence,
  );
  expect(said).toContain("told PER-1 by mail that HLD-1 no longer binds them");
  expect(said).toContain("confirmed HLD-1 as PER-1");
  expect(said.filter((sentence: string) => sentence === "reminded PER-1 of HLD-1 by mail")).toHaveLength(3);
});

test("links that are sent to a custodian all day keep no notice of a hold from them", async () => {
  await admin("UPDATE app.jobs SET run_at = '-infinity' WHERE kind = 'custodians'");
  for (let sent = 0; sent < 6; sent++) await olga.post(at("/staff/links"), { personIds: [dan] });
  await addHold();
  expect(await pass(0.01)).toHaveLength(1);
});

test("once a hold asks for more, what was confirmed no longer counts, and the custodian is told at once", async () => {
  const hold = await addHold();
  await pass(0.01);
  const browser = new StaffBrowser(running.url);
  await browser.post("/me/link", { link: linkTokenOf(running.mails, address) });
  const page = await browser.open(`/me/holds/${hold.id}`);
  expect((await change("legal-holds", hold.id, 1, { about: "All mail, and all paper." })).status).toBe(200);
  const stale = await browser.submit(page, `/me/holds/${hold.id}`);
  expect([stale.status, stale.html.includes("The hold was changed while you were reading")]).toEqual([409, true]);
  expect((await custodians(hold.id))[0].acknowledgedAt).toBe(null);
  await browser.submit(await browser.open(`/me/holds/${hold.id}`), `/me/holds/${hold.id}`);
  await pass(1);
  clock = new Date(clock.getTime() + 1_000);
  running.setNow(clock);
  await change("legal-holds", hold.id, 2, { about: "Everything." });
  expect((await pass(0.01)).map(({ subject }) => subject)).toEqual([expect.stringContaining("reminder to confirm")]);
});

test("a hold that another person approved binds until another person approves its release or its end", async () => {
  const ada = await running.person("Ada");
  await addMember(running, company, ada.id, "admin");
  const approve = (hold: string, version: number) =>
    ada.post(at(`/registers/legal-holds/records/${hold}/approval`), { version });
  const [released, ended] = [await addHold(), await addHold()];
  for (const { id } of [released, ended]) expect((await approve(id, 1)).status).toBe(200);
  expect(await pass(0.01)).toHaveLength(2);
  const version = async (id: string) =>
    (await olga.get(at(`/registers/legal-holds/records/${id}`))).body.version as number;
  expect((await release(released.id, await version(released.id))).status).toBe(200);
  await olga.post(at(`/registers/legal-holds/records/${ended.id}/end`), { reason: "Released" });
  expect(await pass(0.01)).toEqual([]);
  for (const { id } of [released, ended]) expect((await approve(id, await version(id))).status).toBe(200);
  expect((await pass(0.01)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining("released you"),
    expect.stringContaining("released you"),
  ]);
});

test("two workers at once tell a custodian once, and nobody is told of a hold that has ended before", async () => {
  const withdrawn = await addHold();
  await olga.post(at(`/registers/legal-holds/records/${withdrawn.id}/end`), { reason: "Entered by mistake" });
  expect(await pass(0.01)).toEqual([]);
  await addHold();
  running.setNow(new Date(clock.getTime() + 60_000));
  await admin("UPDATE app.jobs SET run_at = '-infinity' WHERE kind = 'custodians'");
  const had = running.mails.length;
  await Promise.all([running.app.runTasks(), running.app.runTasks()]);
  expect(running.mails.slice(had).filter(({ to }) => to === address)).toHaveLength(1);
});

test("an exhibit that a hold names is not erased until the release, by page or API, and says why", async () => {
  const query = new URLSearchParams({ name: "Pier plan", fileName: "plan.txt", type: "Document", controls: "XC-01" });
  const item = (await olga.upload(at(`/evidence?${query}`), "a plan")).body;
  const hold = await addHold({ evidence: [item.exhibit] });
  await olga.post(at(`/evidence/${item.id}/withdrawal`), { reason: "A wrong file" });
  const erase = () => olga.post(at(`/evidence/${item.id}/erasure`), { exhibit: item.exhibit, reason: "Old" });
  const refused = await erase();
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    "held-by-legal-hold",
    "A legal hold keeps this item. Ask an owner or admin to release the hold before you erase it.",
  ]);
  expect((await olga.get(at(`/evidence/${item.id}`))).body.hold).toBe(refused.body.message);
  expect((await release(hold.id)).status).toBe(200);
  expect((await erase()).status).toBe(200);
});

test("a held matter and a custodian's device are not disposed of, past their retention either, by form, file or many at once", async () => {
  const matter = { reference: "2019-4", leadId: dan, restricted: "no", closedOn: "2019-01-31", keptYears: 1 };
  const matterId = (await add("client-matters", matter)).body.id;
  const device = (await add("devices", { name: "Laptop", kind: "laptop", holderId: dan })).body;
  const hold = await addHold({ matterIds: [matterId] });
  const disposal = { subject: "Files", method: "shred", disposedOn: "2026-03-04" };
  const csv =
    "What was disposed of,Client matters,Method,Disposed of on\nFiles,2019-4,Shredded or destroyed,2026-03-04\n";
  const answers = [
    await add("disposals", { ...disposal, matterIds: [matterId] }),
    await add("disposals", { ...disposal, deviceIds: [device.id] }),
    await olga.post(at("/registers/disposals/csv"), { csv }),
    await olga.post(at(`/registers/client-matters/records/${matterId}/end`), { reason: "Files destroyed or returned" }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [409, "record-held"]));
  expect(answers[0]!.body.message).toBe(
    "A legal hold keeps this from being disposed of. Ask an owner or admin to release the hold first.",
  );
  // Nothing else is: and that there is no such matter is no disposal.
  const other = (await add("disposals", disposal)).body;
  expect((await change("disposals", other.id, 1, { matterIds: [matterId] })).body.code).toBe("record-held");
  expect((await add("disposals", { ...disposal, method: "mistake", matterIds: [matterId] })).status).toBe(200);
  await release(hold.id);
  expect((await add("disposals", { ...disposal, matterIds: [matterId], deviceIds: [device.id] })).status).toBe(200);
});

test("a company under a hold is neither scheduled for deletion nor erased when its day comes, until the release", async () => {
  const name = (await olga.get(`/companies/${company}`)).body.name;
  const hold = await addHold();
  const refused = await olga.send("POST", at("/deletion"), JSON.stringify({ name }), json);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "A legal hold is in force. Release it before you delete the company.",
  ]);
  await admin("UPDATE app.companies SET deletion_due_at = $2 WHERE id = $1", [company, clock]);
  const due = async () =>
    (await admin("SELECT company_id FROM app.companies_to_erase($1)", [clock])).some(
      ({ company_id: id }) => id === company,
    );
  expect(await due()).toBe(false);
  await release(hold.id);
  expect(await due()).toBe(true);
});

test("a custodian's account is not deleted until they are released", async () => {
  const nia = await running.person("Nia");
  await addMember(running, company, nia.id, "member");
  const person = { name: "Nia", email: nia.email, kind: "employee", startsAt: "2026-01-05" };
  const own = (await add("people", person)).body.id;
  const hold = await addHold({ custodianIds: [own] });
  running.setNow(undefined);
  await nia.signIn(PASSWORD);
  const remove = () => nia.send("DELETE", "/account", JSON.stringify({ email: nia.email }), json);
  const refused = await remove();
  expect([refused.status, refused.body.code]).toEqual([409, "account-held"]);
  running.setNow(clock);
  await release(hold.id);
  running.setNow(undefined);
  expect((await remove()).status).toBe(200);
});

test("a hold of a matter binds nobody: it is told to no custodian, and keeps nothing", async () => {
  const { id: matterId } = (await olga.post(at("/matters"), { name: "Vermilion", basis: "work product", join: true }))
    .body;
  const fields = { title: "Quiet", custodianIds: [dan], startsOn: "2026-03-01" };
  expect((await olga.post(at("/registers/legal-holds/records"), { fields, matterId })).status).toBe(200);
  expect(await pass(1)).toEqual([]);
  const name = (await olga.get(`/companies/${company}`)).body.name;
  const answer = await olga.send("POST", at("/deletion"), JSON.stringify({ name }), json);
  expect(answer.body.code).not.toBe("company-held");
});
