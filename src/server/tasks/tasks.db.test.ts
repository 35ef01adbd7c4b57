import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// What a company's program asks for follows from its records alone, and goes away with what it asked for.

let running: RunningApp;
let olga: Person;
let adam: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  [olga, adam] = (await Promise.all(["Olga", "Adam"].map((name) => running.person(name)))) as [Person, Person];
  company = await olga.found(`Tasks ${randomUUID()}`);
  await addMember(running, company, adam.id, "admin");
});
afterAll(() => running.close());

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (path: string) => `/companies/${company}${path}`;
const add = async (register: string, fields: Record<string, unknown>) =>
  (await olga.post(at(`/registers/${register}/records`), { fields })).body;
const tasks = async (person = olga): Promise<{ key: string; title: string; to: string; due: string | null }[]> =>
  (await person.get(at("/tasks"))).body;
const titles = async () => (await tasks()).map(({ title }) => title);

test("a company that keeps nothing yet is asked for nothing here", async () => {
  expect(await tasks()).toEqual([]);
});

test("people ask to be confirmed and trained, and an account that is nobody's to be said whose it is", async () => {
  await add("people", { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: "2026-01-01" });
  expect(await titles()).toEqual(expect.arrayContaining(["Confirm People", "1 person has not passed Security basics"]));
  await olga.post(at("/registers/people/confirmation"), { count: 1 });
  expect(await titles()).not.toContain("Confirm People");
  const okta = await connectOkta(admin, olga, company);
  await okta.read(
    [
      { id: "1", login: "dan@acme.test" },
      { id: "2", login: "eve@acme.test" },
    ],
    new Date(),
  );
  running.setNow(new Date(Date.now() + 60_000));
  await running.app.runTasks();
  expect(await titles()).toContain("Say whose 1 account is");
});

test("a policy asks for its approval, then for acknowledgments, and for what else frameworks require", async () => {
  const { open, id, title } = (
    await olga.post(at("/policies"), { title: "Access policy", text: "# Access\n\nText.\n" })
  ).body;
  await olga.post(at(`/policy-versions/${open.id}/review`), { revision: 1, quorum: 1 });
  expect((await tasks()).find(({ key }) => key === `policy ${id} approve`)).toMatchObject({
    title: `Approve ${title}`,
    to: `/dashboard/program/policies/${id}`,
  });
  await adam.post(at(`/policy-versions/${open.id}/approvals`), { revision: 1 });
  await olga.post(at(`/policy-versions/${open.id}/assignments`), { audience: "everyone" });
  const found = await tasks();
  expect(found.map(({ key }) => key)).not.toContain(`policy ${id} approve`);
  expect(found.find(({ key }) => key === `policy ${id} acknowledge`)).toMatchObject({
    title: "1 person has not acknowledged Access policy",
    due: expect.stringMatching(/^20/),
  });
});

test("an action is asked for until it ends, and everybody who may read it sees whose it is", async () => {
  const [{ id: ownerId }] = (await olga.get(at("/registers/people/records"))).body.records;
  const action = await add("actions", { title: "Rotate keys", source: "other", ownerId, dueOn: "2026-01-01" });
  const [first] = (await tasks(adam)).filter(({ key }) => key === `action ${action.id}`);
  expect(first).toMatchObject({
    title: "Rotate keys",
    detail: "ACT-1, Dan",
    due: "2026-01-02T00:00:00.000Z",
    to: `/dashboard/program/actions?record=${action.id}`,
  });
  // What is due first stands first.
  expect((await tasks())[0]!.key).toBe(`action ${action.id}`);
  await olga.post(at(`/registers/actions/records/${action.id}/end`), { reason: "Done" });
  expect((await tasks()).map(({ key }) => key)).not.toContain(`action ${action.id}`);
});

test("a task is somebody's until nobody sees to it, and an outsider's never; the ledger says whose", async () => {
  const key = (await tasks())[0]!.key;
  const assign = (assigneeId: string | null, person = adam) => person.post(at("/task-assignee"), { key, assigneeId });
  expect((await assign(olga.id)).body).toMatchObject({ key, assignee: { userId: olga.id, name: "Olga Example" } });
  expect((await tasks(adam))[0]).toMatchObject({ key, assignee: { userId: olga.id } });
  const stranger = await running.person("Sam");
  expect((await assign(stranger.id)).body.code).toBe("owner-not-member");
  expect((await adam.post(at("/task-assignee"), { key: "never asked", assigneeId: null })).status).toBe(404);
  expect((await assign(null)).body.assignee).toBeNull();
  const acts = await admin(
    "SELECT details::jsonb AS details FROM app.ledger_acts WHERE company_id = $1 AND event = 'task.assigned' ORDER BY seq",
    [company],
  );
  expect(acts.map(({ details }) => details.assignee)).toEqual([olga.id, null]);
});

test("a task waits for two weeks at most, with a reason, and is back by itself", async () => {
  const key = (await tasks())[0]!.key;
  const snooze = (until: string | null, reason: string) => olga.post(at("/task-snooze"), { key, until, reason });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  running.setNow(undefined);
  for (const [until, reason] of [
    [day(15), "Later"],
    [day(-1), "Before"],
    [day(3), ""],
    [null, "Why"],
  ] as const)
    expect([until, (await snooze(until, reason)).body.code]).toEqual([until, "snooze-day"]);
  const find = async () => (await tasks()).find((task) => task.key === key) as { snoozed?: unknown } | undefined;
  expect((await snooze(day(2), "After the move")).body.snoozed).toEqual({ until: day(2), reason: "After the move" });
  expect((await find())?.snoozed).toMatchObject({ reason: "After the move" });
  // Its owner changes nothing of that.
  await olga.post(at("/task-assignee"), { key, assigneeId: adam.id });
  expect((await find())?.snoozed).toMatchObject({ reason: "After the move" });
  running.setNow(new Date(Date.now() + 3 * 86_400_000));
  expect((await find())?.snoozed).toBeNull();
  running.setNow(undefined);
  expect((await snooze(null, "")).body.snoozed).toBeNull();
});
