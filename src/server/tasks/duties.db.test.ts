import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// What a check asks for in each quarter or year has a task before it falls due, and a record closes it.

const DAY = 86_400_000;
let running: RunningApp;
let olga: Person;
let ben: Person;
let company: string;
let clock: Date;

const at = (more: string) => `/companies/${company}${more}`;
const dayOf = (days: number) => new Date(clock.getTime() + days * DAY).toISOString().slice(0, 10);
async function add(register: string, fields: object): Promise<string> {
  const { status, body } = await olga.post(at(`/registers/${register}/records`), { fields });
  expect({ status, wrong: body.data }).toEqual({ status: 200, wrong: undefined });
  return body.id;
}
const approve = async (register: string, id: string) =>
  expect((await ben.post(at(`/registers/${register}/records/${id}/approval`), { version: 1 })).status).toBe(200);
const tasks = async (prefix: string): Promise<{ key: string; due: string; title: string; to: string }[]> =>
  (await olga.get(at("/tasks"))).body.filter(({ key }: { key: string }) => key.startsWith(prefix));
const pass = (days: number) => {
  clock = new Date(clock.getTime() + days * DAY);
  running.setNow(clock);
};

beforeAll(async () => {
  running = await runApp();
  clock = new Date();
  [olga, ben] = (await Promise.all(["Olga", "Ben"].map((name) => running.person(name)))) as [Person, Person];
  company = await olga.found(`Duties ${randomUUID()}`);
  const { body } = await olga.post(at("/invitations"), { email: ben.email, role: "admin" });
  await ben.post("/invitations/accept", { invitationId: body.invitation.id });
});
afterAll(() => running.close());

test("an incident with personal data asks for a decision within 72 hours of its discovery, and the decision closes it", async () => {
  const lead = await add("people", { name: "Lea", kind: "employee", startsAt: "2020-01-01" });
  const discoveredAt = new Date(clock.getTime() - 3_600_000).toISOString();
  const fields = { title: "Lost laptop", kind: "incident", severity: "low", discoveredAt, leadId: lead };
  const incident = await add("incidents", { ...fields, data: ["personal"] });
  await add("incidents", { ...fields, title: "Broken lock", data: ["none"] });
  await add("incidents", { ...fields, title: "Drill", kind: "exercise", data: ["personal"] });
  expect(await tasks("notice ")).toMatchObject([
    {
      key: `notice ${incident}`,
      title: "Decide on notice of INC-1: Lost laptop",
      due: new Date(Date.parse(discoveredAt) + 72 * 3_600_000).toISOString(),
      to: `/dashboard/program/incidents?record=${incident}`,
    },
  ]);
  const query = new URLSearchParams({ name: "Memo", fileName: "a.txt", type: "Document", controls: "XC-19" });
  const { exhibit } = (await olga.upload(at(`/evidence?${query}`), "why no notice is due")).body;
  const decided = await olga.send(
    "PATCH",
    at(`/registers/incidents/records/${incident}`),
    JSON.stringify({
      version: 1,
      fields: { noticeDecision: "none", noticeDecidedAt: discoveredAt, noticeRecord: exhibit },
    }),
    { "content-type": "application/json" },
  );
  expect({ status: decided.status, body: decided.body }).toMatchObject({ status: 200 });
  expect(await tasks("notice ")).toEqual([]);
});

test("a high-rated vendor without a report, papers that its data asks for, and systems never restored are tasks until each is there", async () => {
  const about = new URLSearchParams({ name: "Paper", fileName: "p.txt", type: "Report", controls: "XC-04" });
  const item = (await olga.upload(at(`/evidence?${about}`), "a paper")).body;
  const person = await add("people", { name: "Rae", kind: "employee", startsAt: "2020-01-01" });
  const vendor = await add("vendors", {
    name: "Clinico",
    service: "Records",
    rating: "high",
    data: ["health"],
    hosting: "yes",
    ownerId: person,
  });
  const own = async () =>
    (await olga.get(at("/tasks"))).body
      .filter(({ key }: { key: string }) => key.includes(vendor) || key.startsWith("restore "))
      .map(({ title, detail }: { title: string; detail: string }) => [title, detail]);
  const first = ["File the first report of Clinico", "Rated high, and no approved report is on file"];
  const hosting = ["File a report about the buildings of Clinico", "It hosts your systems or data"];
  const baa = ["Sign a business associate agreement with Clinico", "It handles health data"];
  expect(await own()).toEqual([first, baa, hosting]);
  const paper = { vendorId: vendor, file: item.exhibit, signedOn: dayOf(-10), securityDuties: "yes", noticeHours: 24 };
  const terms = await add("contracts", { title: "Terms", kind: "agreement", ...paper });
  await approve("contracts", terms);
  expect(await own()).toEqual([first, baa, hosting]);
  const agreement = await add("contracts", { title: "BAA", kind: "baa", ...paper });
  expect(await own()).toEqual([first, baa, hosting]);
  await approve("contracts", agreement);
  expect(await own()).toEqual([first, hosting]);
  const report = await add("assurances", {
    title: "SOC 2",
    vendorId: vendor,
    kind: "soc2",
    report: item.exhibit,
    datedOn: dayOf(-10),
    physical: "yes",
    exceptions: "None",
    reviewerId: person,
  });
  await approve("assurances", report);
  expect(await own()).toEqual([]);
  const gone = await olga.post(at(`/evidence/${item.id}/withdrawal`), { reason: "Wrong file" });
  expect({ status: gone.status, body: gone.body }).toMatchObject({ status: 200 });
  expect(await own()).toEqual([["Renew the report of Clinico", "The last one was withdrawn"], baa, hosting]);
});

test("each critical or production system asks for a restore until another person approved one, and again before it is too old", async () => {
  const person = await add("people", { name: "Sol", kind: "employee", startsAt: "2020-01-01" });
  const system = async (name: string, fields: object) => {
    const { body } = await olga.post(at("/systems"), { kinds: ["cloud"], name });
    const record = await add("systems", { systemId: body.id, ownerId: person, criticality: "minor", ...fields });
    return { id: body.id as string, record };
  };
  const critical = await system("Ledger", { criticality: "critical", rtoHours: 4, rpoHours: 4 });
  await system("Shop", { production: true });
  await system("Wiki", { production: false });
  const own = async () => (await tasks("restore ")).map(({ title, due }) => [title, due]);
  expect(await own()).toEqual([
    ["Test a restore of Ledger", null],
    ["Test a restore of Shop", null],
  ]);
  const about = new URLSearchParams({ name: "Log", fileName: "l.txt", type: "Report", controls: "XC-22" });
  const { exhibit } = (await olga.upload(at(`/evidence?${about}`), "a log")).body;
  const restore = await add("tests", {
    title: "Restore of the ledger",
    kind: "restore",
    doneOn: dayOf(0),
    by: "inside",
    testerIds: [person],
    report: exhibit,
    systemIds: [critical.id],
    recoveryHours: 1,
    lossHours: 1,
    complete: "yes",
  });
  expect((await own()).length).toBe(2);
  const results = (await olga.get(at("/registers/tests/records?search=restore"))).body.records;
  expect(results.map(({ fields }: { fields: { result: string } }) => fields.result)).toEqual([
    "Within recovery time and data loss.",
  ]);
  await approve("tests", restore);
  expect(await own()).toEqual([["Test a restore of Shop", null]]);
  pass(340);
  expect((await own()).map(([title]) => title)).toEqual(["Test a restore of Ledger", "Test a restore of Shop"]);
});

test("the next leadership review is asked for two weeks before the last one is too old, and an approved one closes it", async () => {
  const people = await Promise.all(
    ["Ada", "Bo"].map((name) => add("people", { name, kind: "employee", startsAt: "2020-01-01" })),
  );
  const meeting = () =>
    add("meetings", {
      title: "Quarterly review",
      kind: "leadership",
      heldOn: dayOf(-1),
      attendeeIds: people,
      decisions: "None",
    });
  const first = await meeting();
  pass(79);
  // Nobody approved it, so it counts for nothing and falls due for nobody.
  expect(await tasks("duty ")).toEqual([]);
  await approve("meetings", first);
  expect(await tasks("duty ")).toMatchObject([
    { key: "duty leadership", title: "Hold the next leadership review", to: "/dashboard/program/meetings" },
  ]);
  pass(20);
  expect((await tasks("duty ")).map(({ key }) => key)).toEqual(["duty leadership"]);
  await approve("meetings", await meeting());
  expect(await tasks("duty ")).toEqual([]);
});
