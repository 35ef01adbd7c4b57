import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

let running: RunningApp;
let olga: Person;
let adam: Person;
let mia: Person;
let vera: Person;
let stranger: Person;
let company: string;
let elsewhere: string;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, mia, vera, stranger] = (await Promise.all(
    ["Olga", "Adam", "Mia", "Vera", "Sam"].map((name) => running.person(name)),
  )) as [Person, Person, Person, Person, Person];
  elsewhere = await stranger.found("Elsewhere");
});
afterAll(() => running.close());
beforeEach(async () => {
  running.setNow(undefined);
  company = await olga.found(`Policies ${randomUUID()}`);
  await join(adam, "admin");
  await join(mia, "member");
  await join(vera, "viewer");
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const join = (person: Person, role: string) => addMember(running, company, person.id, role);
const at = (more = "", of = company) => `/companies/${of}${more}`;
const version = (id: string, more = "") => at(`/policy-versions/${id}${more}`);
const patch = (person: Person, path: string, body: unknown) =>
  person.send("PATCH", path, JSON.stringify(body), { "content-type": "application/json" });
/** Days later; who acts then signs in again. */
async function later(days: number): Promise<void> {
  running.setNow(new Date(Date.now() + days * 86_400_000));
  for (const person of [olga, adam]) await person.signIn();
}
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const TEXT = "# Access\n\nEverybody signs in with their own account.\n";
const write = async (text = TEXT, person = olga, more: Record<string, unknown> = {}) =>
  (await person.post(at("/policies"), { title: "Access policy", text, ...more })).body;
const send = async (id: string, { person = olga, revision = 1, quorum = 1 } = {}) =>
  await person.post(version(id, "/review"), { revision, quorum });
const approve = (id: string, person = adam, revision = 1) => person.post(version(id, "/approvals"), { revision });
const inForce = async (text = TEXT) => {
  const { open } = await write(text);
  await send(open.id);
  return (await approve(open.id)).body;
};
// Somebody else writes each address down than whose it is.
const addPerson = async (person: Person, fields: Record<string, unknown> = {}) =>
  (
    await (person === olga ? adam : olga).post(at("/registers/people/records"), {
      fields: { name: person.email, email: person.email, kind: "employee", startsAt: "2026-01-05", ...fields },
    })
  ).body;
const acknowledge = (person: Person, id: string, text = TEXT) =>
  person.post(version(id, "/acknowledgment"), { sha256: sha256(text) });
const acts = async () =>
  await admin(
    "SELECT event, details::jsonb AS details, seq::integer AS seq FROM app.ledger_acts WHERE company_id = $1 AND event LIKE 'policy.%' ORDER BY seq",
    [company],
  );

describe("a policy", () => {
  test("is drafted, sent, approved by another and in force, each with its entry that has the text's hash", async () => {
    const policy = await inForce();
    expect(policy).toMatchObject({
      title: "Access policy",
      open: null,
      inForce: { number: 1, state: "in force", sha256: sha256(TEXT), approvals: [{ userId: adam.id, alone: false }] },
    });
    const told = await acts();
    expect(told.map(({ event }) => event)).toEqual(["policy.added", "policy.sent", "policy.approved"]);
    for (const { details } of told) expect(details).toMatchObject({ sha256: sha256(TEXT), version: 1 });
    const [row] = await admin("SELECT in_force_index::integer AS at FROM app.policy_versions WHERE company_id = $1", [
      company,
    ]);
    expect(row).toEqual({ at: told[2]!.seq });
  });

  test("needs as many different people as were asked for, and an edit takes their approvals away", async () => {
    const { open } = await write();
    await send(open.id, { quorum: 2 });
    expect((await approve(open.id, adam)).body).toMatchObject({ inForce: null, open: { state: "review" } });
    expect((await approve(open.id, adam)).body.code).toBe("policy-approved-already");
    const edited = await patch(olga, version(open.id), { revision: 1, text: `${TEXT}\nMore.\n` });
    expect(edited.body).toMatchObject({ state: "draft", revision: 2, approvals: [], quorum: null });
    expect((await approve(open.id, mia)).body.code).toBe("policy-not-waiting");
    await send(open.id, { revision: 2, quorum: 2 });
    await approve(open.id, mia, 2);
    expect((await approve(open.id, adam, 2)).body).toMatchObject({ inForce: { revision: 2, quorum: 2 } });
  });

  test("is approved by none of its authors while another person may, and by the author where nobody else may", async () => {
    const { open } = await write();
    await patch(adam, version(open.id), { revision: 1, text: `${TEXT}\nMore.\n` });
    await send(open.id, { revision: 2 });
    expect((await approve(open.id, olga, 2)).body).toEqual({
      code: "policy-own-approval",
      message: "You wrote this text. Another person must approve it.",
    });
    expect((await approve(open.id, adam, 2)).body.code).toBe("policy-own-approval");
    expect((await approve(open.id, vera, 2)).status).toBe(403);
    company = await olga.found(`Alone ${randomUUID()}`);
    const alone = await write();
    expect((await send(alone.open.id, { quorum: 2 })).body.code).toBe("policy-quorum");
    await send(alone.open.id);
    expect((await approve(alone.open.id, olga)).body).toMatchObject({
      inForce: { approvals: [{ userId: olga.id, alone: true }] },
    });
  });

  test("names who could approve it and has not, its authors and viewers never", async () => {
    const { id, open } = await write();
    const waitsFor = async () =>
      (await vera.get(at(`/policies/${id}`))).body.waitsFor.map(({ userId }: { userId: string }) => userId);
    expect(new Set(await waitsFor())).toEqual(new Set([adam.id, mia.id]));
    await send(open.id, { quorum: 2 });
    await approve(open.id, adam);
    expect(await waitsFor()).toEqual([mia.id]);
    await approve(open.id, mia);
    expect(await waitsFor()).toEqual([]);
  });

  test("cannot wait for more people than could approve it", async () => {
    const { open } = await write();
    expect((await send(open.id, { quorum: 3 })).body.code).toBe("policy-quorum");
    expect((await send(open.id, { quorum: 2 })).status).toBe(200);
  });

  test("shows what somebody else saved meanwhile instead of overwriting it", async () => {
    const { open } = await write();
    await patch(adam, version(open.id), { revision: 1, text: "Adam's" });
    const refused = await patch(olga, version(open.id), { revision: 1, text: "Olga's" });
    expect(refused.body).toMatchObject({ code: "policy-changed", data: { revision: 2, text: "Adam's" } });
    expect((await olga.get(version(open.id))).body).toMatchObject({ text: "Adam's", authors: [{}, {}] });
  });

  test("takes nothing but its Markdown, and says the line that is wrong", async () => {
    const refused = await olga.post(at("/policies"), { title: "X", text: "One.\n\n<script>alert(1)</script>\n" });
    expect(refused.body).toMatchObject({
      code: "policy-text",
      message: "Line 3: HTML is not allowed. Write it as text.",
    });
    const unknown = "::: statement no.such-check\nWe promise.\n:::\n";
    expect((await olga.post(at("/policies"), { title: "X", text: unknown })).body.code).toBe("policy-text");
  });

  test("has the values of facts as its bytes from when it is sent", async () => {
    const { open } = await write("::: fact company\nx\n:::\n\n::: table systems\n| x |\n| --- |\n:::\n");
    await send(open.id);
    const { text, sha256: hash, revision } = (await olga.get(version(open.id))).body;
    expect(text).toMatch(/^::: fact company\nPolicies /);
    expect(hash).toBe(sha256(text));
    await running.database.admin.query("UPDATE app.companies SET name = 'Renamed' WHERE id = $1", [company]);
    await approve(open.id, adam, revision);
    expect((await olga.get(version(open.id))).body).toMatchObject({ text, state: "in force" });
  });

  test("says in a table of systems that there are none, until it is sent with some, and never anew", async () => {
    const { open } = await write("::: table systems\n| x |\n| --- |\n:::\n");
    const read = async () => (await olga.get(version(open.id))).body;
    expect((await read()).text).toContain("| --- |\n| No systems yet. Add them under Systems. |\n:::");
    await olga.post(at("/systems"), { name: "Mail", kinds: ["cloud"] });
    await send(open.id);
    const { text, revision } = await read();
    expect(text).toContain("| --- |\n| Mail |\n:::");
    await olga.post(at("/systems"), { name: "Files", kinds: ["cloud"] });
    await approve(open.id, adam, revision);
    expect(await read()).toMatchObject({ text, state: "in force" });
  });

  test("whose only version was discarded begins again with its text", async () => {
    const { id, open } = await write();
    expect((await olga.send("DELETE", version(open.id))).body).toMatchObject({ open: null, versions: [] });
    expect((await patch(olga, version(open.id), { revision: 1, text: "x" })).body.code).toBe("policy-version-closed");
    const again = (await adam.post(at(`/policies/${id}/versions`), {})).body;
    expect(again.open).toMatchObject({
      number: 2,
      state: "draft",
      sha256: sha256(TEXT),
    });
    // Adam starts from Olga's words.
    expect(again.open.authors.map(({ userId }: { userId: string }) => userId).toSorted()).toEqual(
      [adam.id, olga.id].toSorted(),
    );
    expect((await adam.post(at(`/policies/${id}/versions`), {})).body.code).toBe("policy-version-open");
  });

  test("never changes once it is in force, whoever tries in the database", async () => {
    const { inForce: held } = await inForce();
    expect((await patch(olga, version(held.id), { revision: 1, text: "Other" })).body.code).toBe(
      "policy-version-closed",
    );
    await expect(admin("DELETE FROM app.policy_versions WHERE id = $1", [held.id])).rejects.toThrow(/append-only/);
    await expect(admin("UPDATE app.policy_approvals SET approved_by = $1", [olga.id])).rejects.toThrow(/append-only/);
  });

  test("is one for each expected document, and another company's is not found", async () => {
    const first = await write(TEXT, olga, { documentId: "policies.security-policy" });
    expect(first).toMatchObject({ controlId: "XC-01" });
    expect(
      (await olga.post(at("/policies"), { title: "X", text: "x", documentId: "policies.security-policy" })).body.code,
    ).toBe("policy-exists");
    expect(
      (await olga.post(at("/policies"), { title: "X", text: "x", documentId: "risk.risk-register" })).body.code,
    ).toBe("policy-document");
    expect((await stranger.get(at(`/policies/${first.id}`, elsewhere))).status).toBe(404);
    expect(
      (await stranger.post(at(`/policy-versions/${first.open.id}/approvals`, elsewhere), { revision: 1 })).status,
    ).toBe(404);
    expect((await vera.post(at("/policies"), { title: "X", text: "x" })).status).toBe(403);
  });
});

describe("an acknowledgment", () => {
  test("is a leaf with person, version, hash, method and instant, once for each person", async () => {
    const policy = await inForce();
    const person = await addPerson(vera);
    await olga.post(version(policy.inForce.id, "/assignments"), { audience: "everyone" });
    expect((await vera.get(at("/my-policies"))).body).toMatchObject({
      personId: person.id,
      policies: [{ versionId: policy.inForce.id, text: TEXT, acknowledgedAt: null }],
    });
    await vera.signIn();
    const said = await acknowledge(vera, policy.inForce.id);
    expect(said.body).toMatchObject({ method: "password" });
    await acknowledge(vera, policy.inForce.id);
    const told = (await acts()).filter(({ event }) => event === "policy.acknowledged");
    expect(told).toMatchObject([
      {
        details: {
          by: vera.id,
          person: person.id,
          sha256: sha256(TEXT),
          version: 1,
          method: "password",
          at: said.body.at,
        },
      },
    ]);
    expect((await olga.get(at(`/policies/${policy.id}`))).body).toMatchObject({
      acknowledged: { done: 1, of: 1, late: 0 },
      people: [{ number: "PER-1", acknowledged: { method: "password", version: 1 } }],
    });
  });

  test("of what was replaced while it was read is refused with what changed", async () => {
    const { id, inForce: first } = await inForce();
    await addPerson(vera);
    const { open } = (await olga.post(at(`/policies/${id}/versions`), {})).body;
    const next = `${TEXT}\nAnd with MFA.\n`;
    await patch(olga, version(open.id), { revision: 1, text: next });
    await send(open.id, { revision: 2 });
    await approve(open.id, adam, 2);
    const refused = await acknowledge(vera, first.id);
    expect(refused.body).toMatchObject({ code: "policy-replaced", data: { versionId: open.id, number: 2 } });
    expect(refused.body.data.changes).toContainEqual({ kind: "added", text: "And with MFA." });
    expect((await acknowledge(vera, open.id)).body.code).toBe("policy-replaced");
    expect((await acknowledge(vera, open.id, next)).status).toBe(200);
  });

  test("stands for the next version where its text is the same, which is due when the first was", async () => {
    const { id, inForce: first } = await inForce();
    await addPerson(vera);
    await addPerson(mia);
    await olga.post(version(first.id, "/assignments"), { audience: "employee" });
    await acknowledge(vera, first.id);
    const before = (await olga.get(at(`/policies/${id}`))).body;
    await later(40);
    const { open } = (await olga.post(at(`/policies/${id}/versions`), {})).body;
    await send(open.id);
    const renewed = (await approve(open.id)).body;
    expect(renewed).toMatchObject({ inForce: { number: 2 }, acknowledged: { done: 1, of: 2, late: 1 } });
    expect(renewed.acknowledged.nextDue).toBe(before.acknowledged.nextDue);
    expect(renewed.assignments).toMatchObject([{ audience: "employee", carried: true }]);
  });

  test("is counted in the list of policies as their people are listed, whoever they are assigned to", async () => {
    const policies = [await inForce(), await inForce(), await inForce()];
    const [first, second, third] = policies.map((policy) => policy.inForce.id);
    const intern = await addPerson(adam, { kind: "intern" });
    await addPerson(vera);
    await addPerson(mia, { startsAt: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) });
    await olga.post(version(first, "/assignments"), { audience: "everyone" });
    await olga.post(version(second, "/assignments"), { audience: "employee" });
    await olga.post(version(second, "/assignments"), { audience: "person", personId: intern.id });
    await olga.post(version(third, "/assignments"), { audience: "intern" });
    await acknowledge(vera, first);
    await acknowledge(adam, second);
    await acknowledge(vera, third);
    // Of the same text again, by the same person: it is one acknowledgment of the policy.
    const { open } = (await olga.post(at(`/policies/${policies[0].id}/versions`), {})).body;
    await send(open.id);
    await approve(open.id);
    await acknowledge(vera, open.id);
    await later(32);
    const listed = (await olga.get(at("/policies"))).body;
    const counts = policies.map((policy) => listed.find(({ id }: any) => id === policy.id).acknowledged);
    expect(counts).toMatchObject([
      { done: 1, of: 3 },
      { done: 1, of: 3 },
      { done: 0, of: 1 },
    ]);
    for (const [index, { id }] of policies.entries()) {
      const { people } = (await olga.get(at(`/policies/${id}`))).body;
      const left = people.filter(({ acknowledged }: any) => !acknowledged).map(({ due }: any) => due);
      expect(counts[index]).toEqual({
        of: people.length,
        done: people.length - left.length,
        late: left.filter((due: string) => Date.parse(due) <= Date.now() + 32 * 86_400_000).length,
        nextDue: left.toSorted()[0] ?? null,
      });
    }
  });

  test("is of nobody who is not among People, or is there twice", async () => {
    const { inForce: first } = await inForce();
    expect((await acknowledge(vera, first.id)).body.code).toBe("policy-person");
    await addPerson(vera);
    await addPerson(vera);
    expect((await acknowledge(vera, first.id)).body.code).toBe("policy-person");
  });

  test("is due 30 days after the first assignment, also when that was ended and made again", async () => {
    const { id, inForce: first } = await inForce();
    await addPerson(vera);
    const { id: assignment } = (await olga.post(version(first.id, "/assignments"), { audience: "everyone" })).body;
    const { nextDue } = (await olga.get(at(`/policies/${id}`))).body.acknowledged;
    await later(5);
    await olga.send("DELETE", at(`/policy-assignments/${assignment}`));
    expect((await olga.get(at(`/policies/${id}`))).body.acknowledged).toMatchObject({ of: 0 });
    await olga.post(version(first.id, "/assignments"), { audience: "everyone" });
    expect((await olga.get(at(`/policies/${id}`))).body.acknowledged).toMatchObject({ of: 1, nextDue });
    expect((await mia.post(version(first.id, "/assignments"), { audience: "everyone" })).status).toBe(403);
  });
});

test("a promise that a check contradicts is approved only with a dated action about its control, and one sentence says so", async () => {
  const record = async (register: string, fields: Record<string, unknown>) =>
    (await olga.post(at(`/registers/${register}/records`), { fields })).body;
  const person = await record("people", { name: "Dan", kind: "employee", startsAt: "2026-01-01" });
  await record("roles", { duty: "security-owner", holderId: person.id, since: "2026-01-01" });
  await olga.post(at(`/registers/people/records/${person.id}/end`), {
    reason: "Resigned",
    lastDay: new Date().toISOString().slice(0, 10),
  });
  running.setNow(new Date(Date.now() + 15_000));
  await running.app.runTasks();

  const { open } = await write(
    "# Charter\n\n::: statement oversight.owner-named\nOne person is the security owner.\n:::\n",
  );
  await send(open.id);
  const refused = await approve(open.id);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      code: "policy-contradicted",
      message:
        "“A security owner is named and active” fails, and this policy promises it. Add an action for XC-02 first that has oversight.owner-named in its title or plan, with an owner and a due date.",
    },
  ]);
  const action = {
    title: "Name an owner: a security owner is named and active",
    source: "failing-control",
    ownerId: (await record("people", { name: "Eve", kind: "employee", startsAt: "2026-01-01" })).id,
  };
  // One that is about another control, and one that is over, do not count.
  await record("actions", { ...action, controls: ["XC-03"], dueOn: "2099-01-01" });
  await record("actions", { ...action, title: "Review roles", controls: ["XC-02"], dueOn: "2099-01-01" });
  const over = await record("actions", { ...action, controls: ["XC-02"], dueOn: "2026-01-01" });
  expect((await approve(open.id)).body.code).toBe("policy-contradicted");
  await patch(olga, at(`/registers/actions/records/${over.id}`), { version: 1, fields: { dueOn: "2099-01-01" } });
  expect((await approve(open.id)).body.versions[0]).toMatchObject({ state: "in force" });
});
