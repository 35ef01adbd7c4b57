import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// What a company answers with "not yet" becomes actions, and is proposed to be closed once the policy promises it.

const DOCUMENT = "accounts.access-control-policy";
const LEAVERS = "When a person leaves, every account of theirs in our systems is disabled within 24 hours.";
const SCREENED = "People are screened before they get their first access, as far as the law allows.";
const answers = { mfa: "yes", leavers: "not yet", screening: "not yet" };

let running: RunningApp;
let [olga, adam, vera]: Person[] = [];
let company: string;
let owner: string;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, vera] = await Promise.all(["Olga", "Adam", "Vera"].map((name) => running.person(name)));
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await olga!.found(`Not yet ${randomUUID()}`);
  for (const [person, role] of [
    [adam!, "admin"],
    [vera!, "viewer"],
  ] as const)
    await addMember(running, company, person.id, role);
  const fields = { name: "Kim", email: "kim@acme.test", kind: "employee", startsAt: "2026-01-05" };
  owner = (await olga!.post(at("/registers/people/records"), { fields })).body.id;
});

const at = (more: string) => `/companies/${company}${more}`;
const library = (more = "") => at(`/policy-library/${DOCUMENT}${more}`);
const due = () => ({ ownerId: owner, dueOn: "2099-12-31" });
const addActions = (person = olga!, more: Record<string, unknown> = {}) =>
  person.post(library("/actions"), { edition: "software", answers, fields: due(), ...more });
const listed = async () => (await olga!.get(at("/registers/actions/records?state=open"))).body.records;
const add = async (given: Record<string, string>) => {
  const { title, text } = (await olga!.post(library(), { edition: "software", answers: given })).body;
  return (await olga!.post(at("/policies"), { documentId: DOCUMENT, title, text })).body;
};
const actionsOf = async (versionId: string) => (await olga!.get(at(`/policy-versions/${versionId}/actions`))).body;

test("each promise that is not yet kept becomes an action named as it, with owner and day, once, and all are undone", async () => {
  const first = await addActions();
  expect(first).toMatchObject({ status: 200, body: { added: 2 } });
  const actions = await listed();
  expect(actions.map(({ title }: { title: string }) => title).toSorted()).toEqual([SCREENED, LEAVERS].toSorted());
  expect(actions.find(({ title }: { title: string }) => title === LEAVERS).fields).toMatchObject({
    source: "other",
    controls: ["XC-07"],
    ...due(),
  });
  // The same again adds nothing, and neither does it twice at the same moment.
  expect((await addActions()).body).toEqual({ batchId: null, added: 0 });
  expect(await listed()).toHaveLength(2);
  await olga!.send("DELETE", at(`/registers/actions/batches/${first.body.batchId}`));
  expect(await listed()).toEqual([]);
  await Promise.all([olga, adam, olga, adam, olga, adam].map((person) => addActions(person)));
  expect(await listed()).toHaveLength(2);
});

test("without an owner and a day, for an unknown policy or by a viewer no action is added", async () => {
  const unowned = await addActions(olga, { fields: { dueOn: "2099-12-31" } });
  expect(unowned.status).toBe(400);
  expect(JSON.stringify(unowned.body)).toContain("ownerId");
  expect((await addActions(olga, { fields: { ownerId: owner } })).status).toBe(400);
  expect((await addActions(olga, { fields: { ...due(), ownerId: randomUUID() } })).status).toBe(422);
  expect((await addActions(vera)).status).toBe(403);
  expect(
    (await olga!.post(at("/policy-library/none/actions"), { edition: "law", answers, fields: due() })).status,
  ).toBe(404);
  expect(await listed()).toEqual([]);
});

test("a version says which open actions it promises now; a person closes them, and they come back when reopened", async () => {
  await addActions();
  const policy = await add(answers);
  expect(await actionsOf(policy.open.id)).toMatchObject([
    { title: SCREENED, promised: false, dueOn: "2099-12-31" },
    { title: LEAVERS, promised: false },
  ]);
  // Named in a sentence that is no statement, it is no promise.
  const { text } = (await olga!.get(at(`/policy-versions/${policy.open.id}`))).body;
  const save = async (revision: number, more: string) =>
    await olga!.send(
      "PATCH",
      at(`/policy-versions/${policy.open.id}`),
      JSON.stringify({ revision, text: `${text}\n${more}` }),
      { "content-type": "application/json" },
    );
  await save(1, `${LEAVERS}\n`);
  expect(await actionsOf(policy.open.id)).toMatchObject([{ promised: false }, { promised: false }]);
  await save(2, `::: statement accounts.leavers-disabled\n${LEAVERS}\n:::\n`);
  const [, leavers] = await actionsOf(policy.open.id);
  expect(leavers).toMatchObject({ title: LEAVERS, promised: true });
  expect(await listed()).toHaveLength(2);
  await olga!.post(at(`/registers/actions/records/${leavers.recordId}/end`), { reason: "Done" });
  expect(await actionsOf(policy.open.id)).toMatchObject([{ title: SCREENED }]);
  await olga!.send("DELETE", at(`/registers/actions/records/${leavers.recordId}/end`));
  expect(await actionsOf(policy.open.id)).toMatchObject([{ title: SCREENED }, { title: LEAVERS, promised: true }]);
});
