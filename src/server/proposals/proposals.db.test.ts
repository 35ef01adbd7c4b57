import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectOkta } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// What connected systems show is proposed for registers before the company has typed anything.

const DAY = 86_400_000;
const DAN = { id: "00u1", login: "Dan@acme.test" };
let running: RunningApp;
let olga: Person;
let company: string;
let okta: ConnectedOkta;
let clock: Date;

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}/registers${more}`;
interface Proposed {
  readonly key: string;
  readonly title: string;
  readonly dismissed: boolean;
  readonly seen: { readonly source: string; readonly exhibit: string } | null;
}
const proposed = async (register: string): Promise<readonly Proposed[]> =>
  (await olga.get(at(`/${register}/proposals`))).body;
const titles = async (register: string) =>
  (await proposed(register)).map(({ title, dismissed }) => (dismissed ? `${title} (dismissed)` : title));
const keysOf = (all: readonly Proposed[]) => all.map(({ key }) => key);
async function read(...people: Parameters<ConnectedOkta["read"]>[0]): Promise<void> {
  clock = new Date(clock.getTime() + 60_000);
  running.setNow(clock);
  await okta.read(people, clock);
  clock = new Date(clock.getTime() + 60_000);
  running.setNow(clock);
  await running.app.runTasks();
}

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga.found(`Proposals ${randomUUID()}`);
  okta = await connectOkta(admin, olga, company);
});

const answer = { reason: "Runs the directory", expiresOn: "2099-12-31" };

test("an administrator of a connected system is proposed once, and never again once it is recorded", async () => {
  await read({ ...DAN, roles: ["SUPER_ADMIN"] }, { id: "00u2", login: "eve@acme.test" });
  const [dan] = await proposed("approvals");
  expect(dan).toMatchObject({ title: "Dan@acme.test", seen: { source: "Okta acme" }, dismissed: false });
  const added = await olga.post(at("/approvals/proposals"), { keys: [dan!.key], fields: answer });
  expect(added).toMatchObject({ status: 200, body: { added: 1 } });
  const { body } = await olga.get(at("/approvals/records"));
  expect(body.records).toMatchObject([{ title: "Dan@acme.test", state: "waiting", fields: { kind: "administrator" } }]);
  await read({ ...DAN, roles: ["SUPER_ADMIN"] }, { id: "00u3", login: "fay@acme.test" });
  expect(await titles("approvals")).toEqual([]);
  const again = await olga.post(at("/approvals/proposals"), { keys: [dan!.key], fields: answer });
  expect(again).toMatchObject({ status: 409, body: { code: "proposal-gone" } });
});

test("accepting is undone in one act, and what it added is proposed again", async () => {
  await read({ ...DAN, roles: ["SUPER_ADMIN"] }, { id: "00u2", login: "eve@acme.test", roles: ["ORG_ADMIN"] });
  const all = await proposed("approvals");
  expect(all).toHaveLength(2);
  const { body } = await olga.post(at("/approvals/proposals"), { keys: keysOf(all), fields: answer });
  expect(await titles("approvals")).toEqual([]);
  expect((await olga.send("DELETE", at(`/approvals/batches/${body.batchId}`))).body).toEqual({ undone: 2, kept: 0 });
  expect(await titles("approvals")).toEqual(["Dan@acme.test", "eve@acme.test"]);
});

test("what was dismissed stays dismissed in every later exhibit, until somebody wants it again", async () => {
  await read({ ...DAN, roles: ["SUPER_ADMIN"] });
  const keys = keysOf(await proposed("approvals"));
  expect((await olga.post(at("/approvals/proposals/dismissed"), { keys, dismissed: true })).body).toEqual({
    decided: 1,
  });
  await read({ ...DAN, roles: ["SUPER_ADMIN"] }, { id: "00u2", login: "eve@acme.test" });
  expect(await titles("approvals")).toEqual(["Dan@acme.test (dismissed)"]);
  await olga.post(at("/approvals/proposals/dismissed"), { keys, dismissed: false });
  expect(await titles("approvals")).toEqual(["Dan@acme.test"]);
});

test("an approval that has expired is asked for again", async () => {
  await read({ ...DAN, roles: ["SUPER_ADMIN"] });
  const [dan] = await proposed("approvals");
  const soon = new Date(clock.getTime() + DAY).toISOString().slice(0, 10);
  await olga.post(at("/approvals/proposals"), { keys: [dan!.key], fields: { ...answer, expiresOn: soon } });
  expect(await titles("approvals")).toEqual([]);
  clock = new Date(clock.getTime() + 3 * DAY);
  running.setNow(clock);
  expect(await titles("approvals")).toEqual(["Dan@acme.test"]);
});

test("what was not collected has to be said, by its field and naming the record", async () => {
  await read({ ...DAN, roles: ["SUPER_ADMIN"] });
  const [dan] = await proposed("approvals");
  const refused = await olga.post(at("/approvals/proposals"), { keys: [dan!.key], fields: { reason: "Runs it" } });
  expect(refused).toMatchObject({
    status: 400,
    body: { data: { fields: [{ path: "fields.expiresOn", message: "Dan@acme.test: Expires on is missing." }] } },
  });
  expect((await olga.get(at("/approvals/records"))).body.total).toBe(0);
});

test("each system of the company is proposed for Systems until it has a record", async () => {
  expect(await titles("systems")).toEqual(["Google Workspace acme.test", "Okta acme"]);
  const person = await olga.post(at("/people/records"), {
    fields: { name: "Olga", kind: "employee", startsAt: "2026-01-01" },
  });
  const keys = keysOf(await proposed("systems"));
  const fields = { ownerId: person.body.id, criticality: "critical" };
  expect((await olga.post(at("/systems/proposals"), { keys, fields })).body.added).toBe(2);
  expect(await titles("systems")).toEqual([]);
});

test("nothing of an exhibit that was withdrawn is proposed", async () => {
  await read({ ...DAN, roles: ["SUPER_ADMIN"] });
  const [dan] = await proposed("approvals");
  const [item] = await admin("SELECT id FROM app.evidence WHERE company_id = $1 AND number = $2", [
    company,
    Number(dan!.seen!.exhibit.slice(3)),
  ]);
  await olga.post(`/companies/${company}/evidence/${item.id}/withdrawal`, { reason: "By mistake" });
  expect(await titles("approvals")).toEqual([]);
});
