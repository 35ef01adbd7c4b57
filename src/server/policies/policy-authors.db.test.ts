import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let adam: Person;
let mia: Person;
let company: string;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, mia] = (await Promise.all(["Olga", "Adam", "Mia"].map((name) => running.person(name)))) as [
    Person,
    Person,
    Person,
  ];
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await olga.found(`Copies ${randomUUID()}`);
  await join(adam, "admin");
  await join(mia, "member");
});

const join = (person: Person, role: string) => addMember(running, company, person.id, role);
const at = (more = "") => `/companies/${company}${more}`;
const version = (id: string, more = "") => at(`/policy-versions/${id}${more}`);
const TEXT = "# Access\n\nEverybody signs in with their own account.\n";
const save = (person: Person, id: string, revision: number, text: string) =>
  person.send("PATCH", version(id), JSON.stringify({ revision, text }), { "content-type": "application/json" });
const write = async (person: Person, text = TEXT) =>
  (await person.post(at("/policies"), { title: `Policy ${randomUUID()}`, text })).body;
const start = async (person: Person, policyId: string) =>
  (await person.post(at(`/policies/${policyId}/versions`), {})).body.open;
const send = (person: Person, id: string, revision = 1, quorum = 1) =>
  person.post(version(id, "/review"), { revision, quorum });
const approve = (person: Person, id: string, revision = 1) => person.post(version(id, "/approvals"), { revision });
const own = "policy-own-approval";

/** Written by Olga, approved by Adam. */
async function inForce() {
  const { id, open } = await write(olga);
  await send(olga, open.id);
  return { id, version: (await approve(adam, open.id)).body.inForce.id };
}

describe("the author of a text approves it nowhere", () => {
  test("neither a renewal that somebody else starts", async () => {
    const { id } = await inForce();
    const open = await start(mia, id);
    await send(mia, open.id);
    expect((await approve(olga, open.id)).body.code).toBe(own);
    expect((await approve(mia, open.id)).body.code).toBe(own);
    expect((await approve(adam, open.id)).body).toMatchObject({ inForce: { number: 2 } });
  });

  test("but what somebody else makes of it once another person approved it", async () => {
    const { id } = await inForce();
    const open = await start(mia, id);
    await save(mia, open.id, 1, `${TEXT}\nMore.\n`);
    await send(mia, open.id, 2);
    const shown = (await olga.get(at(`/policies/${id}`))).body;
    expect(shown.may).toMatchObject({ approve: true, approvers: 2, alone: false });
    expect((await approve(mia, open.id, 2)).body.code).toBe(own);
    expect((await approve(olga, open.id, 2)).body).toMatchObject({ inForce: { number: 2 } });
  });

  test("nor what is made of it where nobody else approved it", async () => {
    company = await olga.found(`Alone ${randomUUID()}`);
    const { id, open: first } = await write(olga);
    await send(olga, first.id);
    expect((await approve(olga, first.id)).body).toMatchObject({ inForce: { number: 1 } });
    await join(adam, "admin");
    await join(mia, "member");
    const open = await start(mia, id);
    await save(mia, open.id, 1, `${TEXT}\nMore.\n`);
    await send(mia, open.id, 2);
    expect((await approve(olga, open.id, 2)).body.code).toBe(own);
    expect((await approve(adam, open.id, 2)).body).toMatchObject({ inForce: { number: 2 } });
  });

  test("nor a draft of another policy that has the same text, from its start or by an edit", async () => {
    const { open: discarded } = await write(olga);
    await olga.send("DELETE", version(discarded.id));
    const copied = await write(mia);
    await send(mia, copied.open.id);
    expect((await approve(olga, copied.open.id)).body.code).toBe(own);
    const edited = await write(mia, "Something else.\n");
    await save(mia, edited.open.id, 1, TEXT);
    await send(mia, edited.open.id, 2);
    expect((await approve(olga, edited.open.id, 2)).body.code).toBe(own);
  });

  test("and nobody sends a copy for more approvals than people who wrote none of it can give", async () => {
    const { id } = await inForce();
    const open = await start(mia, id);
    expect((await send(mia, open.id, 1, 2)).body.code).toBe("policy-quorum");
  });
});

test("a record that its author approved alone is still theirs once somebody else edits it", async () => {
  company = await olga.found(`Alone ${randomUUID()}`);
  const path = at("/registers/approvals/records");
  const fields = { kind: "exception", subject: "Old mail server", reason: "Until it is gone", expiresOn: "2027-01-01" };
  const record = (await olga.post(path, { fields })).body;
  const of = (more: string) => `${path}/${record.id}${more}`;
  const alone = (await olga.post(of("/approval"), { version: record.version })).body;
  expect(alone.approval).toMatchObject({ alone: true });
  await join(adam, "admin");
  const edited = await adam.send(
    "PATCH",
    of(""),
    JSON.stringify({ version: alone.version, fields: { reason: "Until it is replaced" } }),
    { "content-type": "application/json" },
  );
  expect(edited.body.approval).toBeNull();
  expect((await olga.post(of("/approval"), { version: edited.body.version })).status).toBe(403);
});
