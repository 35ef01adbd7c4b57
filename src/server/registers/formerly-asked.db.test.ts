import { afterAll, beforeAll, expect, test } from "vitest";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// Whoever rates a vendor lower takes it out of what is asked only once somebody else has seen that.

const CHECK = "vendors.reviewed-within-year";
const HOUR = 3_600_000;
let running: RunningApp;
let [olga, adam, vera]: Person[] = [];
let company: string;
let clock = new Date();

beforeAll(async () => {
  running = await runApp();
  [olga, adam, vera] = await Promise.all(["Olga", "Adam", "Vera"].map((name) => running.person(name)));
  company = await olga!.found("Rated");
  for (const [person, role] of [
    [adam, "admin"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, person!.id, role);
  // What one of two did alone counts for the first month.
  await admin("UPDATE app.company_members SET created_at = created_at - interval '60 days' WHERE company_id = $1", [
    company,
  ]);
});
afterAll(() => running.close());

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more: string) => `/companies/${company}${more}`;
async function post(path: string, body: unknown, person = olga!) {
  const answer = await person.post(at(path), body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}
const add = (register: string, fields: Record<string, unknown>, person = olga!) =>
  post(`/registers/${register}/records`, { fields }, person);
const confirm = (register: string, count: number, person = olga!) =>
  post(`/registers/${register}/confirmation`, { count }, person);
async function pass(hours = 0.01): Promise<void> {
  clock = new Date(clock.getTime() + hours * HOUR);
  running.setNow(clock);
  await running.app.runTasks();
}
const said = async () => {
  const [row] = await admin(
    "SELECT outcome FROM app.check_results WHERE company_id = $1 AND check_id = $2 ORDER BY observed_at DESC LIMIT 1",
    [company, CHECK],
  );
  return row?.outcome as string | undefined;
};
const sealed = async (reader: Person) => {
  const { items } = (await reader.get(at("/evidence?source=Exhibit%20registers"))).body;
  const file = await reader.send("GET", at(`/evidence/${items[0].id}/file`));
  const { formerlyAsked } = JSON.parse(await file.response.text()) as SnapshotManifest;
  return formerlyAsked!;
};
const formerly = async (reader = vera!) =>
  (await sealed(reader)).flatMap(({ asked, id }) => (asked === "high" ? id : []));

test("a vendor that one person rates lower, or ends and adds under another name, is asked for until another confirms Vendors", async () => {
  const dan = await add("people", { name: "Dan", kind: "employee", startsAt: "2020-01-01" });
  const vendor = { service: "Mail", rating: "high", data: ["none"], hosting: "no", ownerId: dan.id };
  const [mailer, hostly] = [
    await add("vendors", { ...vendor, name: "Mailer" }),
    await add("vendors", { ...vendor, name: "Hostly" }),
  ];
  await confirm("vendors", 2);
  await confirm("assurances", 0);
  await pass(25);
  expect([await said(), await formerly()]).toEqual(["fail", []]);
  const path = at(`/registers/vendors/records/${mailer.id}`);
  const body = JSON.stringify({ version: 1, fields: { rating: "low" } });
  expect((await olga!.send("PATCH", path, body, { "content-type": "application/json" })).response.status).toBe(200);
  await post(`/registers/vendors/records/${hostly.id}/end`, { reason: "Entered by mistake" });
  await add("vendors", { ...vendor, name: "Another", rating: "medium" });
  await confirm("vendors", 2);
  await pass();
  const both = [mailer.id, hostly.id].toSorted((a, b) => (a < b ? -1 : 1));
  expect([await said(), await formerly()]).toEqual(["unknown", both]);
  // Somebody of whom People knows nothing may be who wrote it.
  await confirm("vendors", 2, adam);
  await pass();
  expect(await formerly()).toEqual(both);
  await add("people", { name: "Adam", email: adam!.email, kind: "employee", startsAt: "2020-01-01" });
  await pass();
  expect([await said(), await formerly()]).toEqual(["pass", []]);
});

test("what one person says less of, in any register that asks by it, stays asked until another confirms it or approves the record", async () => {
  [olga, adam] = await Promise.all(["Orla", "Abel"].map((name) => running.person(name)));
  company = await olga!.found("Said Less");
  await addMember(running, company, adam!.id, "admin");
  const dan = await add("people", { name: "Dan", kind: "employee", startsAt: "2020-01-01" });
  await add("people", { name: "Abel", email: adam!.email, kind: "employee", startsAt: "2020-01-01" });
  const cloud = await post("/systems", { name: "Cloud", kinds: ["cloud"] });
  const vendor = { name: "Hostly", service: "Mail", rating: "low", data: ["client", "health"], hosting: "yes" };
  const added = {
    vendors: await add("vendors", { ...vendor, ownerId: dan.id }),
    sites: await add("sites", { name: "Main", address: "1 Main Street", holds: "both" }),
    systems: await add("systems", {
      systemId: cloud.id,
      ownerId: dan.id,
      purpose: "Work",
      data: ["client"],
      production: true,
      criticality: "critical",
      rtoHours: 4,
      rpoHours: 24,
    }),
    data: await add("data", { name: "Charts", class: "health", purpose: "Care", ownerId: dan.id }),
  };
  await pass(25);
  const less = {
    vendors: { data: ["none"], hosting: "no" },
    sites: { holds: "none" },
    systems: { criticality: "minor", rtoHours: 24 },
    data: { class: "public" },
  };
  for (const [register, fields] of Object.entries(less)) {
    const path = at(`/registers/${register}/records/${added[register as keyof typeof added].id}`);
    const body = JSON.stringify({ version: 1, fields });
    expect((await olga!.send("PATCH", path, body, { "content-type": "application/json" })).response.status).toBe(200);
    await confirm(register, 1);
  }
  await pass();
  const of = async () => (await sealed(olga!)).map(({ register, id, asked }) => `${register} ${id} ${asked}`);
  expect(await of()).toEqual([
    `data ${added.data.id} health`,
    `sites ${added.sites.id} holding`,
    `systems ${added.systems.id} critical ${cloud.id}`,
    `systems ${added.systems.id} rtoHours 4`,
    ...["health", "hosting", "sensitive"].map((asked) => `vendors ${added.vendors.id} ${asked}`),
  ]);
  await confirm("vendors", 1, adam!);
  await confirm("systems", 1, adam!);
  await post(`/registers/sites/records/${added.sites.id}/approval`, { version: 2 }, adam!);
  await pass();
  expect(await of()).toEqual([`data ${added.data.id} health`]);
});

test("whoever is in People by their own word alone lets nothing go, until another confirms their address", async () => {
  const [lone, second] = [await running.person("Lone"), await running.person("Second")];
  company = await lone.found("Lone Firm");
  const own = { kind: "employee", startsAt: "2020-01-01" };
  const { id: personId } = await add("people", { ...own, name: "Lone", email: lone.email }, lone);
  const vendor = { name: "Hostly", service: "Mail", rating: "high", data: ["none"], hosting: "no", ownerId: personId };
  const { id } = await add("vendors", vendor, lone);
  const addresses = async (reader: Person) => {
    const { body } = await reader.get(at("/staff/addresses"));
    return body.addresses.map(({ email, mayVouch }: Record<string, unknown>) => [email, mayVouch]);
  };
  expect(await addresses(lone)).toEqual([]);
  await addMember(running, company, second.id, "admin");
  const { id: other } = await add("people", { ...own, name: "Second", email: second.email }, lone);
  await post("/staff/addresses", { addresses: [{ personId: other, email: second.email }] }, second);
  await pass(25);
  const body = JSON.stringify({ version: 1, fields: { rating: "low" } });
  const type = { "content-type": "application/json" };
  const changed = await second.send("PATCH", at(`/registers/vendors/records/${id}`), body, type);
  expect(changed.response.status).toBe(200);
  await pass();
  await confirm("vendors", 1, lone);
  await pass();
  expect(await formerly(lone)).toEqual([id]);
  expect([await addresses(lone), await addresses(second)]).toEqual([[[lone.email, false]], [[lone.email, true]]]);
  await post("/staff/addresses", { addresses: [{ personId, email: lone.email }] }, second);
  await pass();
  expect([await formerly(lone), await addresses(second)]).toEqual([[], []]);
});
