import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// An exercise on the screen of incidents files its own report once it is closed, for whoever closed it; another person reviews it as any other.

const DOCUMENT = "incident.exercise-report";
let running: RunningApp;
let olga: Person;
let adam: Person;
let mia: Person;
let company: string;
let clock: Date;
let lead: string;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, mia] = [await running.person("Olga"), await running.person("Adam"), await running.person("Mia")];
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga.found(`Exercises ${randomUUID()}`);
  for (const [person, role] of [
    [adam, "admin"],
    [mia, "member"],
  ] as const)
    await admin("INSERT INTO app.company_members (company_id, user_id, role) VALUES ($1, $2, $3)", [
      company,
      person.id,
      role,
    ]);
  lead = (await add(olga, "people", { name: "Ada Lin", kind: "employee", startsAt: "2020-01-01" })).id;
  await confirm();
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more: string) => `/companies/${company}${more}`;
const add = async (by: Person, register: string, fields: Record<string, unknown>, more: object = {}) => {
  const { body, status } = await by.post(at(`/registers/${register}/records`), { fields, ...more });
  expect([status, body]).toEqual([200, body]);
  return body as { id: string; version: number; number: string };
};
const confirm = async () => {
  for (const { key, counts } of (await olga.get(at("/registers"))).body)
    if (["tests", "incidents"].includes(key))
      await olga.post(at(`/registers/${key}/confirmation`), { count: counts.open + counts.waiting });
};
async function pass(seconds: number): Promise<void> {
  clock = new Date(clock.getTime() + seconds * 1_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const ofIncident = (id: string) => at(`/registers/incidents/records/${id}`);
const read = async (id: string) => (await olga.get(ofIncident(id))).body as { version: number };
const change = async (by: Person, id: string, fields: Record<string, unknown>) => {
  const { version } = await read(id);
  const json = { "content-type": "application/json" };
  const { status } = await by.send("PATCH", ofIncident(id), JSON.stringify({ version, fields }), json);
  expect(status).toBe(200);
};
const approve = async (by: Person, id: string) => {
  const { version } = await read(id);
  expect((await by.post(`${ofIncident(id)}/approval`, { version })).status).toBe(200);
};
const begun = (kind = "exercise", more: object = {}, by = olga) =>
  add(by, "incidents", { title: "A lost laptop", kind, discoveredAt: ago(5), leadId: lead }, more);
const ago = (hours: number) => new Date(clock.getTime() - hours * 3_600_000).toISOString();
const filings = async (): Promise<{ id: string; filedBy: { userId: string }; mayReview: boolean }[]> =>
  (await adam.get(at("/documents"))).body.find(({ id }: { id: string }) => id === DOCUMENT).filings;

test("a report is filed for whoever closed an exercise, once another person has approved it, and another person reviews that", async () => {
  const { id } = await begun();
  await change(mia, id, { closedAt: ago(1) });
  await pass(20);
  expect(await filings()).toEqual([]);
  await approve(adam, id);
  await pass(20);
  const [filed, ...more] = await filings();
  expect([filed!.filedBy.userId, filed!.mayReview, more]).toEqual([mia.id, true, []]);
  const [told] = (await olga.get(at("/activity?limit=200"))).body.entries.filter(
    ({ event }: { event: string }) => event === "document.filed",
  );
  expect([told.person.name, told.sentence]).toEqual([
    expect.stringContaining("Mia"),
    expect.stringMatching(/^filed EX-\d+ as .* for \d{4}.*, by closing INC-1$/),
  ]);
  expect((await mia.post(at(`/document-filings/${filed!.id}/acceptance`), {})).body.code).toBe("own-review");
  expect((await adam.post(at(`/document-filings/${filed!.id}/acceptance`), {})).body.state).toBe("on file");
});

test("it is filed once for each closing: not for what is written afterwards, not again where it was withdrawn, and again when it is opened and closed anew", async () => {
  const { id } = await begun();
  await change(mia, id, { closedAt: ago(1) });
  await approve(adam, id);
  await pass(20);
  const [filed] = await filings();
  await change(mia, id, { lessons: "The list of calls was old." });
  await approve(adam, id);
  await pass(20);
  expect((await filings()).map((each) => each.id)).toEqual([filed!.id]);
  const json = { "content-type": "application/json" };
  expect((await olga.send("DELETE", at(`/document-filings/${filed!.id}`), "{}", json)).status).toBe(200);
  await pass(86_400);
  expect(await filings()).toEqual([]);
  await change(olga, id, { closedAt: null });
  await approve(adam, id);
  await pass(20);
  expect(await filings()).toEqual([]);
  await change(olga, id, { closedAt: ago(0.5) });
  await approve(adam, id);
  await pass(20);
  expect((await filings()).map(({ filedBy }) => filedBy.userId)).toEqual([olga.id]);
});

test("a closing that is undone before anybody approves it files nothing, and neither does an incident, or an exercise of a matter", async () => {
  const undone = await begun();
  await change(mia, undone.id, { closedAt: ago(1) });
  await change(mia, undone.id, { closedAt: null });
  await approve(adam, undone.id);
  const incident = await begun("incident");
  await change(mia, incident.id, { closedAt: ago(1) });
  await approve(adam, incident.id);
  const matter = (await olga.post(at("/matters"), { name: "A v. B", basis: "work product", join: true })).body.id;
  const walled = await begun("exercise", { matterId: matter });
  const json = { "content-type": "application/json" };
  const closed = { version: 1, matterId: matter, fields: { closedAt: ago(1) } };
  expect((await olga.send("PATCH", ofIncident(walled.id), JSON.stringify(closed), json)).status).toBe(200);
  await pass(20);
  expect(await filings()).toEqual([]);
});

test("it waits until the registers are confirmed, for a month; and for who may not file any more nothing is filed", async () => {
  await pass(93 * 86_400);
  const { id } = await begun();
  await change(mia, id, { closedAt: ago(1) });
  await approve(adam, id);
  await pass(20);
  expect(await filings()).toEqual([]);
  await pass(20 * 86_400);
  await admin("UPDATE app.company_members SET role = 'viewer' WHERE company_id = $1 AND user_id = $2", [
    company,
    mia.id,
  ]);
  await confirm();
  await pass(20);
  expect(await filings()).toEqual([]);
  await admin("UPDATE app.company_members SET role = 'member' WHERE company_id = $1 AND user_id = $2", [
    company,
    mia.id,
  ]);
  await confirm();
  await pass(20);
  expect((await filings()).map(({ filedBy }) => filedBy.userId)).toEqual([mia.id]);
  const old = await begun();
  await change(mia, old.id, { closedAt: ago(1) });
  await pass(32 * 86_400);
  await approve(adam, old.id);
  await pass(20);
  expect(await filings()).toHaveLength(1);
});
