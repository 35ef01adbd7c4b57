import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

let running: RunningApp;
let olga: Person;
let adam: Person;
let vera: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, vera] = (await Promise.all(["Olga", "Adam", "Vera"].map((name) => running.person(name)))) as [
    Person,
    Person,
    Person,
  ];
  company = await olga.found(`Owners ${randomUUID()}`);
  for (const [{ id }, role] of [
    [adam, "admin"],
    [vera, "viewer"],
  ] as const)
    await addMember(running, company, id, role);
});
afterAll(() => running.close());

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (path: string) => `/companies/${company}${path}`;
const addPerson = async (name: string, email = `${name.toLowerCase()}@owners.test`): Promise<string> =>
  (
    await olga.post(at("/registers/people/records"), {
      fields: { name, email, kind: "employee", startsAt: "2026-01-05" },
    })
  ).body.id;
const write = async (title: string, ownerId: string | null = null) =>
  (await olga.post(at("/policies"), { title, text: `# ${title}\n\n${randomUUID()}\n`, ownerId })).body;
const own = (id: string, ownerId: string | null, person = olga) =>
  person.send("PATCH", at(`/policies/${id}/owner`), JSON.stringify({ ownerId }), {
    "content-type": "application/json",
  });
const tasksOf = async (id: string) =>
  (
    (await olga.get(at("/tasks"))).body as { key: string; detail: string; assignee: { userId: string } | null }[]
  ).filter(({ key }) => key.startsWith(`policy ${id} `));
const task = async (id: string, kind: string) => (await tasksOf(id)).find(({ key }) => key === `policy ${id} ${kind}`);

test("a policy has the owner that was chosen when it was added, until another is, and no version changes by it", async () => {
  const [first, second] = [await addPerson("Ann"), await addPerson("Ben")];
  const added = await write("Owned", first);
  expect(added.owner).toEqual({ personId: first, name: "Ann", leftAt: null });
  const changed = (await own(added.id, second)).body;
  expect(changed).toMatchObject({ owner: { personId: second, name: "Ben" }, versions: added.versions });
  expect((await vera.get(at("/policies"))).body).toContainEqual(expect.objectContaining({ owner: changed.owner }));
  expect((await own(added.id, null)).body.owner).toBeNull();
  const acts = await admin(
    "SELECT details::jsonb AS details FROM app.ledger_acts WHERE company_id = $1 AND event = 'policy.owned' ORDER BY seq",
    [company],
  );
  expect(acts.map(({ details }) => [details.before, details.owner])).toEqual([
    [first, second],
    [second, null],
  ]);
  const [library] = (
    await olga.post(at("/policy-drafts"), {
      documentIds: ["incident.response-plan"],
      edition: "law",
      answers: {},
      ownerId: first,
    })
  ).body.added;
  expect((await olga.get(at(`/policies/${library.policyId}`))).body.owner.personId).toBe(first);
});

test("nobody owns a policy who is not in People, in another register or who left, and no viewer chooses", async () => {
  const { id } = await write("Refused");
  const gone = await addPerson("Gone");
  await olga.post(at(`/registers/people/records/${gone}/end`), { reason: "Left", lastDay: "2026-02-01" });
  const site = (
    await olga.post(at("/registers/sites/records"), { fields: { name: "West", address: "1 West St", holds: "none" } })
  ).body.id;
  for (const ownerId of [gone, site, randomUUID()]) {
    expect((await own(id, ownerId)).body.code).toBe("policy-owner");
    expect((await olga.post(at("/policies"), { title: "More", text: "More", ownerId })).body.code).toBe("policy-owner");
  }
  expect((await own(id, await addPerson("Able"), vera)).status).toBe(403);
  expect((await own(randomUUID(), null)).status).toBe(404);
});

test("the renewal is the owner's who is a member, names one who is none, and an owner who left is a task", async () => {
  // Somebody else writes each address down than whose it is.
  const [member, staff] = [await addPerson("Adam", adam.email), await addPerson("Staff")];
  const { id, open } = await write("Renewed", member);
  await olga.post(at(`/policy-versions/${open.id}/review`), { revision: 1, quorum: 1 });
  await adam.post(at(`/policy-versions/${open.id}/approvals`), { revision: 1 });
  running.setNow(new Date(Date.now() + 340 * 86_400_000));
  await Promise.all([olga, adam].map((person) => person.signIn()));
  expect(await task(id, "renew")).toMatchObject({
    assignee: { userId: adam.id },
    detail: expect.not.stringContaining("owned"),
  });
  // Who was chosen for the task has it; it goes back to its owner.
  const assign = (assigneeId: string | null) =>
    olga.post(at("/task-assignee"), { key: `policy ${id} renew`, assigneeId });
  expect((await assign(olga.id)).body.assignee.userId).toBe(olga.id);
  expect((await assign(null)).body.assignee.userId).toBe(adam.id);
  await own(id, staff);
  expect(await task(id, "renew")).toMatchObject({ assignee: null, detail: expect.stringContaining("owned by Staff") });
  expect(await task(id, "owner")).toBeUndefined();
  await olga.post(at(`/registers/people/records/${staff}/end`), { reason: "Left", lastDay: "2026-02-01" });
  expect(await task(id, "owner")).toMatchObject({ detail: "Staff has left", assignee: null });
  expect((await task(id, "renew"))?.detail).not.toContain("owned");
  await own(id, member);
  expect(await task(id, "owner")).toBeUndefined();
});

test("a policy of the library whose drafts were undone has the owner with whom it is added again, or none", async () => {
  const [first, second] = [await addPerson("Cy"), await addPerson("Dee")];
  const documentIds = ["policies.security-policy"];
  const add = async (ownerId: string | null) => {
    const { status, body } = await olga.post(at("/policy-drafts"), { documentIds, edition: "software", ownerId });
    expect(status, JSON.stringify(body)).toBe(200);
    const [{ policyId, versionId }] = body.added;
    const { owner } = (await olga.get(at(`/policies/${policyId}`))).body;
    await olga.post(at("/policy-drafts/undo"), { versionIds: [versionId] });
    return owner?.personId ?? null;
  };
  expect([await add(first), await add(second), await add(null)]).toEqual([first, second, null]);
});
