import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
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
    await addMember(running, company, person.id, role);
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
const become = (person: Person, role: string) =>
  admin("UPDATE app.company_members SET role = $3 WHERE company_id = $1 AND user_id = $2", [company, person.id, role]);
/** What the ledger says of each report that was filed, newest first: by whom, by closing what. */
const told = async (): Promise<string[]> =>
  (await olga.get(at("/activity?limit=200"))).body.entries
    .filter(({ event }: { event: string }) => event === "document.filed")
    .map(({ person, sentence }: Told) => `${person.name.split(" ")[0]}: ${sentence.split(", by closing ")[1]}`);
interface Told {
  readonly person: { readonly name: string };
  readonly sentence: string;
}
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
  await change(adam, id, { closedAt: ago(2) });
  await approve(mia, id);
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
  await become(mia, "viewer");
  await confirm();
  await pass(20);
  expect(await filings()).toEqual([]);
  await become(mia, "member");
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

test("a closing that is corrected before it is approved is still that of whoever closed it", async () => {
  const { id } = await begun();
  await change(mia, id, { closedAt: ago(1) });
  await change(olga, id, { closedAt: ago(2) });
  await approve(adam, id);
  await pass(20);
  expect((await filings()).map(({ filedBy }) => filedBy.userId)).toEqual([mia.id]);
});

test("of several people who closed exercises the newest who may file does, and is told of what they closed themselves", async () => {
  const [first, second, third] = [await begun("exercise", {}, mia), await begun(), await begun()];
  await change(adam, first.id, { closedAt: ago(3) });
  await change(olga, second.id, { closedAt: ago(2) });
  await change(mia, third.id, { closedAt: ago(1) });
  await approve(olga, first.id);
  await approve(adam, second.id);
  await approve(adam, third.id);
  await become(mia, "viewer");
  await pass(20);
  expect((await filings()).map(({ filedBy }) => filedBy.userId)).toEqual([olga.id]);
  expect(await told()).toEqual(["Olga: INC-2"]);
});

test("an approval by the author alone files nothing; that of another person does, once somebody joins", async () => {
  company = await olga.found(`Exercises ${randomUUID()}`);
  lead = (await add(olga, "people", { name: "Ada Lin", kind: "employee", startsAt: "2020-01-01" })).id;
  await confirm();
  const { id } = await begun();
  await change(olga, id, { closedAt: ago(1) });
  await approve(olga, id);
  await confirm();
  await pass(20);
  expect((await olga.get(at("/documents"))).body.find((each: { id: string }) => each.id === DOCUMENT).filings).toEqual(
    [],
  );
  await addMember(running, company, adam.id, "admin");
  await approve(adam, id);
  await pass(20);
  expect((await filings()).map(({ filedBy }) => filedBy.userId)).toEqual([olga.id]);
});

test.each([
  ["within the day", 1],
  ["at the look of the next day", 86_400],
])("what a run sealed and did not file is filed without another exhibit, %s", async (_, seconds) => {
  const { id } = await begun();
  await approve(adam, id);
  // What the first exhibit decides of controls is sealed by the second.
  for (const wait of [20, 20]) await pass(wait);
  await change(mia, id, { closedAt: ago(1) });
  await approve(adam, id);
  await admin(`CREATE FUNCTION public.dies() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'it ended here'; END $$;
    CREATE TRIGGER dies BEFORE INSERT ON app.document_filings FOR EACH ROW EXECUTE FUNCTION public.dies()`);
  try {
    await pass(20);
  } finally {
    await admin("DROP TRIGGER dies ON app.document_filings; DROP FUNCTION public.dies()");
  }
  const runs = () =>
    admin("SELECT evidence_id FROM app.register_runs WHERE company_id = $1 ORDER BY taken_at", [company]);
  const [before, none] = [await runs(), await filings()];
  const again = new Date(clock.getTime() + seconds * 1_000);
  await admin("UPDATE app.jobs SET run_at = $2 WHERE kind = 'registers' AND company_id = $1", [company, again]);
  await pass(seconds);
  expect([none, (await filings()).map(({ filedBy }) => filedBy.userId)]).toEqual([[], [mia.id]]);
  expect(await runs()).toEqual(before);
});
