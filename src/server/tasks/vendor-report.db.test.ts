import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// A vendor's report is a year old: what rests on it falls on that day, and each who must know hears of it once.

const DAY = 86_400_000;
let running: RunningApp;
let [olga, ben]: Person[] = [];
let company: string;
let clock = new Date();

const at = (more: string) => `/companies/${company}${more}`;
const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const dayOf = (days: number) => new Date(clock.getTime() + days * DAY).toISOString().slice(0, 10);

async function pass(days: number): Promise<void> {
  clock = new Date(clock.getTime() + days * DAY);
  running.setNow(clock);
  // A run tells of what it wrote, and the next run hears of it.
  for (let round = 0; round < 3; round++) {
    clock = new Date(clock.getTime() + 20_000);
    running.setNow(clock);
    await running.app.runTasks();
  }
}
async function add(register: string, fields: object): Promise<string> {
  const { status, body } = await olga!.post(at(`/registers/${register}/records`), { fields });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.id;
}
const approve = (register: string, id: string) =>
  ben!.post(at(`/registers/${register}/records/${id}/approval`), { version: 1 });
const confirm = (register: string, count: number) => olga!.post(at(`/registers/${register}/confirmation`), { count });
const said = async () =>
  (
    await admin(
      `SELECT outcome FROM app.check_results WHERE company_id = $1 AND check_id = 'vendors.reviewed-within-year'
        ORDER BY observed_at DESC LIMIT 1`,
      [company],
    )
  )[0]?.outcome;
const tasks = async () =>
  (await olga!.get(at("/tasks"))).body.filter(({ key }: { key: string }) => key.startsWith("assurance "));
const status = async () => (await olga!.get(at("/controls/XC-04"))).body.control.status;
const mails = () =>
  running.mails.filter(({ to, subject }) => to === olga!.email && subject.startsWith("Control failing"));

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  ben = await running.person("Ben");
  company = await olga.found(`Vendor reports ${randomUUID()}`);
  const { body } = await olga.post(at("/invitations"), { email: ben.email, role: "admin" });
  await ben.post("/invitations/accept", { invitationId: body.invitation.id });
});
afterAll(() => running.close());

test("a vendor's report expires, and its control falls the same day with one task and one email", async () => {
  const person = await add("people", { name: "Olga", kind: "partner", startsAt: "2020-01-01" });
  const vendor = await add("vendors", {
    name: "Docuvault",
    service: "Documents",
    rating: "high",
    data: ["client"],
    hosting: "no",
    ownerId: person,
  });
  const about = "name=SOC+2&type=Report&controls=XC-04&fileName=soc2.txt";
  const filed = await olga!.upload(at(`/evidence?${about}`), "A report");
  const report = await add("assurances", {
    title: "SOC 2 of Docuvault",
    vendorId: vendor,
    kind: "soc2",
    report: filed.body.exhibit,
    periodStartsOn: dayOf(-700),
    datedOn: dayOf(-363),
    physical: "yes",
    exceptions: "None",
    reviewerId: person,
  });
  expect((await approve("assurances", report)).status).toBe(200);
  await confirm("people", 1);
  await confirm("vendors", 1);
  await confirm("assurances", 1);
  await pass(0);
  expect(await said()).toBe("pass");
  expect(await status()).not.toBe("failing");
  expect(await tasks()).toMatchObject([
    { title: "Renew the report of Docuvault", detail: "The last one counts until then" },
  ]);
  expect(mails()).toEqual([]);

  await pass(3);
  expect(await said()).toBe("fail");
  expect(await status()).toBe("failing");
  expect(await tasks()).toMatchObject([
    { title: "Renew the report of Docuvault", detail: "The last one is too old to count" },
  ]);
  await pass(0.1);
  expect(mails()).toHaveLength(1);
});

test("a contract's end is a task a month before, until another contract takes its place", async () => {
  const ends = async () =>
    (await olga!.get(at("/tasks"))).body.filter(({ key }: { key: string }) => key.startsWith("contract "));
  const [{ id: vendorId }] = (await olga!.get(at("/registers/vendors/records"))).body.records;
  const file = (
    await olga!.upload(at("/evidence?name=Contract&type=Document&controls=XC-04&fileName=contract.txt"), "A contract")
  ).body.exhibit;
  const terms = { title: "Hosting terms", vendorId, kind: "agreement", file, signedOn: dayOf(-300) };
  const ending = await add("contracts", { ...terms, endsOn: dayOf(9) });
  expect(await ends()).toEqual([]);
  expect((await approve("contracts", ending)).status).toBe(200);
  expect(await ends()).toMatchObject([{ title: "Renew CON-1: Hosting terms", detail: "It ends then" }]);
  expect((await approve("contracts", await add("contracts", { ...terms, endsOn: dayOf(400) }))).status).toBe(200);
  expect(await ends()).toEqual([]);
});
