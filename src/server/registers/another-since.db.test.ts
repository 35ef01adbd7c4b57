import { afterAll, beforeAll, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { asCaller } from "../db/as-caller.ts";
import { callFunction } from "../db/functions.ts";
import { readProgramScope } from "./program-scope.ts";
import { readActs } from "./record-acts.ts";

let running: RunningApp;
let olga: Person;
let ada: Person;
let company: string;

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const since = (caller = company) =>
  asCaller(running.database.databases.user, { userId: caller, companyId: company }, (tx) =>
    callFunction(tx, "app.another_since", [["owner", "admin"]]),
  );
/** Makes what the ledger says happened happen so many days ago. */
const age = (event: string, days: number) =>
  admin(
    `WITH mode AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
    UPDATE app.ledger_acts a SET at = now() - make_interval(days => $3) FROM mode WHERE a.company_id = $1 AND a.event = $2 RETURNING 1`,
    [company, event, days],
  );

beforeAll(async () => {
  running = await runApp();
  [olga, ada] = (await Promise.all(["Olga", "Ada"].map((name) => running.person(name)))) as [Person, Person];
  company = await olga.found("Since Ltd");
});
afterAll(() => running.close());

test("a second person could since they had the role, and a demotion of an hour begins nothing anew", async () => {
  expect(await since()).toBeNull();
  await admin(
    `INSERT INTO app.company_members (company_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', now() - interval '100 days')`,
    [company, ada.id],
  );
  await admin(
    "UPDATE app.company_members SET created_at = now() - interval '200 days' WHERE company_id = $1 AND user_id = $2",
    [company, olga.id],
  );
  expect(await since()).toBeNull();
  const { body: members } = await olga.get(`/companies/${company}/members`);
  const { id } = (members.items ?? members).find((own: { userId: string }) => own.userId === ada.id);
  const give = async (role: string) => {
    const answer = await olga.send("PATCH", `/companies/${company}/members/${id}`, JSON.stringify({ role }), {
      "content-type": "application/json",
    });
    expect(answer.status).toBe(200);
  };
  await give("admin");
  const days = (Date.now() - (await since())!.getTime()) / 86_400_000;
  // Promoted just now: since today, and not since they came as a viewer.
  expect(days).toBeLessThan(1);
  await age("member.roleChanged", 50);
  await give("viewer");
  // Who could lately still counts.
  expect(await since()).not.toBeNull();
  await give("admin");
  const again = (await since())!;
  expect(Math.round((Date.now() - again.getTime()) / 86_400_000)).toBe(50);
  expect(await since(olga.id)).toBeNull();
});

test("a colleague who is removed and asked back within the hour could act since they came first", async () => {
  const ben = await running.person("Ben");
  const own = await olga.found("Back Ltd");
  const sinceOf = () =>
    asCaller(running.database.databases.user, { userId: own, companyId: own }, (tx) =>
      callFunction(tx, "app.another_since", [["owner", "admin"]]),
    );
  const approvers = () =>
    asCaller(running.database.databases.user, { userId: own, companyId: own }, (tx) =>
      callFunction(tx, "app.approvers_now", []),
    );
  const bring = async () => {
    const { body } = await olga.post(`/companies/${own}/invitations`, { email: ben.email, role: "admin" });
    expect((await ben.post("/invitations/accept", { invitationId: body.invitation.id })).status).toBe(200);
  };
  await bring();
  await admin(
    "UPDATE app.company_members SET created_at = now() - interval '300 days' WHERE company_id = $1 AND user_id = $2",
    [own, olga.id],
  );
  await admin(
    `WITH mode AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
    UPDATE app.ledger_acts a SET at = now() - interval '200 days' FROM mode WHERE a.company_id = $1 AND a.event = 'invitation.accepted'`,
    [own],
  );
  const { body: members } = await olga.get(`/companies/${own}/members`);
  const { id } = (members.items ?? members).find((held: { userId: string }) => held.userId === ben.id);
  expect((await olga.send("DELETE", `/companies/${own}/members/${id}`)).status).toBeLessThan(300);
  await bring();
  const daysAgo = (at: Date) => Math.round((Date.now() - at.getTime()) / 86_400_000);
  expect(daysAgo((await sinceOf())!)).toBe(200);
  expect((await approvers()).map(({ since: at }) => daysAgo(at)).toSorted((a, b) => a - b)).toEqual([200, 300]);
});

test("an end that a founder approved alone is open once another could look for a month, also after the founder left", async () => {
  const [fay, gil] = (await Promise.all(["Fay", "Gil"].map((name) => running.person(name)))) as [Person, Person];
  const own = await fay.found("Left Ltd");
  const fields = { subject: "A laptop", method: "mistake", disposedOn: "2026-01-02" };
  const records = `/companies/${own}/registers/disposals/records`;
  const { body: record } = await fay.post(records, { fields });
  expect((await fay.post(`${records}/${record.id}/end`, { reason: "Entered by mistake" })).status).toBe(200);
  const acts = () =>
    asCaller(running.database.databases.user, { userId: own, companyId: own }, (tx) =>
      readActs(tx, own, [], new Date()),
    );
  const isOpen = async () => (await acts()).isEndOpen(record.id);
  expect(await isOpen()).toBe(false);
  await admin("DELETE FROM app.company_members WHERE company_id = $1 AND user_id = $2", [own, fay.id]);
  await admin(
    "INSERT INTO app.company_members (company_id, user_id, role, created_at) VALUES ($1, $2, 'owner', now() - interval '29 days')",
    [own, gil.id],
  );
  const came = (days: number) =>
    admin("UPDATE app.company_members SET created_at = now() - make_interval(days => $2) WHERE company_id = $1", [
      own,
      days,
    ]);
  expect(await isOpen()).toBe(false);
  await came(31);
  expect(await isOpen()).toBe(true);
  const { body: seen } = await gil.get(`${records}/${record.id}`);
  expect((await gil.post(`${records}/${record.id}/approval`, { version: seen.version })).status).toBe(200);
  expect(await isOpen()).toBe(false);
});

test("who owned a control is said from when until when, whoever owns it today", async () => {
  const plan = (ownerId: string | null) =>
    olga.post(`/companies/${company}/controls/XC-08/plan`, { ownerId, dueOn: null });
  expect((await plan(olga.id)).status).toBe(200);
  await age("control.assigned", 40);
  expect((await plan(ada.id)).status).toBe(200);
  const fields = { name: "Olga", email: olga.email, kind: "partner", startsAt: "2026-01-01" };
  const { body: person } = await olga.post(`/companies/${company}/registers/people/records`, { fields });
  const owners = async () =>
    (
      await asCaller(running.database.databases.user, { userId: company, companyId: company }, (tx) =>
        readProgramScope(tx, company, new Date()),
      )
    ).owners;
  const [first, second] = await owners();
  expect(first).toMatchObject({ control: "XC-08", personId: person.id });
  expect(second).toMatchObject({ control: "XC-08", personId: null, from: first!.until, until: null });
  expect(Math.round((Date.parse(first!.until!) - Date.parse(first!.from)) / 86_400_000)).toBe(40);
  // Nobody owns it now: who did still did.
  await plan(null);
  expect((await owners()).map(({ until }) => until === null)).toEqual([false, false]);
});
