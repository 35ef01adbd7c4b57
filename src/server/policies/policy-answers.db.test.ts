import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readMigrationFiles } from "#server/db/migration-files.ts";
import { addMember } from "#tests/support/members.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";

// What a company answers about today, once for all policies of the library, and drafts of several of them at once.

const ACCESS = "accounts.access-control-policy";
const SIGN_IN = "auth.authentication-standard";
const MFA = "Everyone who works for us needs a second factor to sign in to our systems.";
const LEAVERS = "When a person leaves, every account of theirs in our systems is disabled within 24 hours.";

let running: RunningApp;
let [olga, adam, vera]: Person[] = [];
let company: string;

beforeAll(async () => {
  running = await runApp();
  [olga, adam, vera] = await Promise.all(["Olga", "Adam", "Vera"].map((name) => running.person(name)));
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await olga!.found(`Answers ${randomUUID()}`);
  for (const [person, role] of [
    [adam!, "admin"],
    [vera!, "viewer"],
  ] as const)
    await addMember(running, company, person.id, role);
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more: string) => `/companies/${company}${more}`;
const answer = (answers: Record<string, string | null>, more: Record<string, unknown> = {}, person = olga!) =>
  person.send("PATCH", at("/policy-answers"), JSON.stringify({ answers, ...more }), {
    "content-type": "application/json",
  });
const library = async () => (await olga!.get(at("/policy-library"))).body;
const addDrafts = (documentIds: string[], more: Record<string, unknown> = {}, person = olga!) =>
  person.post(at("/policy-drafts"), { documentIds, ...more });
const undo = (versionIds: string[], person = olga!) => person.post(at("/policy-drafts/undo"), { versionIds });
const textOf = async (versionId: string): Promise<string> =>
  (await olga!.get(at(`/policy-versions/${versionId}`))).body.text;
const acts = async () =>
  await admin(
    "SELECT event, details::jsonb AS details FROM app.ledger_acts WHERE company_id = $1 AND event LIKE 'library.%' ORDER BY seq",
    [company],
  );
const listed = async () => (await olga!.get(at("/policies"))).body as { documentId: string; open: { id: string } }[];
/** Runs a migration of answers again: it finds what a test kept. */
const migrate = async (number: string) =>
  await admin((await readMigrationFiles()).find(({ name }) => name.startsWith(`${number}_`))!.sql);
async function inForce(documentId: string) {
  const { added } = (await addDrafts([documentId])).body;
  await olga!.post(at(`/policy-versions/${added[0].versionId}/review`), { revision: 1, quorum: 1 });
  return (await adam!.post(at(`/policy-versions/${added[0].versionId}/approvals`), { revision: 1 })).body;
}

test("an answer is kept for the company, with who said it and what it was before in the ledger, and fills each text from then on", async () => {
  const first = await answer({ mfa: "yes", leavers: "not yet" }, { edition: "law" });
  expect(first.body).toMatchObject({
    edition: "law",
    answers: [
      { question: "leavers", answer: "not yet", by: { userId: olga!.id } },
      { question: "mfa", answer: "yes" },
    ],
    differing: [],
  });
  await answer({ leavers: "yes", mfa: "yes" }, {}, adam!);
  const { body } = await olga!.post(at(`/policy-library/${ACCESS}`), {});
  expect(body.text).toContain(MFA);
  expect(body.text).toContain(LEAVERS);
  expect(body.text).toContain("## Client matters");
  // What is given for one text is asked first, and kept nowhere.
  const other = await olga!.post(at(`/policy-library/${ACCESS}`), { edition: "software", answers: { mfa: null } });
  expect(other.body.text).not.toContain(MFA);
  expect(other.body.text).toContain("## Production");
  await answer({ leavers: null });
  expect((await library()).answers.map(({ question }: { question: string }) => question)).toEqual(["mfa"]);
  expect((await answer({ mfa: "yes" })).status).toBe(200);
  expect(await acts()).toMatchObject([
    {
      event: "library.answered",
      details: {
        answers: ["mfa: yes", "leavers: not yet", "edition: law"],
        before: ["mfa: not answered", "leavers: not answered", "edition: not answered"],
      },
    },
    { event: "library.answered", details: { answers: ["leavers: yes"], before: ["leavers: not yet"] } },
    { event: "library.answered", details: { answers: ["leavers: not answered"], before: ["leavers: yes"] } },
  ]);
});

test("nobody answers what is not asked, or without the right to write policies", async () => {
  expect((await answer({ "no-such": "yes" })).body.code).toBe("policy-question");
  expect((await answer({ mfa: "yes" }, {}, vera!)).status).toBe(403);
  expect((await library()).answers).toEqual([]);
});

test("that there is none of something is kept where the question takes it, opens no action, and is named where a policy says otherwise", async () => {
  const OFFICES = "physical.physical-policy";
  const listed = (await library()).questions.find(({ key }: { key: string }) => key === "offices");
  expect(listed.answers.at(-1)).toEqual({ answer: "none", label: "We have no office" });
  expect((await answer({ mfa: "none" })).body.code).toBe("policy-question");
  expect((await answer({ hipaa: "not yet" })).body.code).toBe("policy-question");
  await answer({ offices: "yes" });
  const policy = await inForce(OFFICES);
  await answer({ offices: "none", vendors: "not yet" });
  const fields = { ownerId: randomUUID(), dueOn: "2099-12-31" };
  const actions = await olga!.post(at(`/policy-library/${OFFICES}/actions`), { answers: { vendors: null }, fields });
  expect(actions.body).toEqual({ batchId: null, added: 0 });
  const { differing } = await library();
  expect(differing.map(({ promised, text }: { promised: boolean; text: string }) => [promised, text])).toEqual([
    [false, expect.stringMatching(/^We have no office/)],
    [false, expect.stringMatching(/^We have no site/)],
    [true, expect.stringMatching(/^Every site is listed/)],
    [true, expect.stringMatching(/^Offices are locked/)],
  ]);
  const { body } = await olga!.post(at(`/policy-library/${OFFICES}`), {});
  expect(body.text).toContain("We have no office.");
  expect(await textOf(policy.inForce.id)).not.toContain("We have no office.");
});

test("an answer to what was asked before stays where it is to what is asked now, with who gave it, and is asked anew where it is not", async () => {
  await answer({ mfa: "yes" });
  const old = {
    owner: "yes",
    training: "yes",
    transit: "yes",
    pentest: "not yet",
    patches: "yes",
    baseline: "yes",
    sessions: "yes",
    reviews: "not yet",
    "approved-access": "yes",
    "own-accounts": "not yet",
  };
  for (const [question, said] of Object.entries(old))
    await admin(
      "INSERT INTO app.policy_answers (company_id, question, answer, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5)",
      [company, question, said, adam!.id, new Date("2026-11-01T00:00:00Z")],
    );
  await migrate("0531");
  const { answers } = await library();
  expect(
    Object.fromEntries(answers.map(({ question, answer: said }: Record<string, string>) => [question, said])),
  ).toEqual({
    mfa: "yes",
    owner: "yes",
    training: "yes",
    leadership: "yes",
    libraries: "yes",
    scans: "yes",
    "own-accounts": "not yet",
    "intrusion-tests": "not yet",
  });
  expect(answers.find(({ question }: { question: string }) => question === "scans")).toMatchObject({
    by: { userId: adam!.id },
    at: "2026-11-01T00:00:00.000Z",
  });
});

test("who did not approve administrators by another person does not approve all access so, whoever said it", async () => {
  for (const [question, said, day] of [
    ["approved-access", "yes", 1],
    ["admins", "not yet", 2],
  ] as const)
    await admin(
      "INSERT INTO app.policy_answers (company_id, question, answer, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5)",
      [company, question, said, adam!.id, new Date(Date.UTC(2026, 10, day))],
    );
  await migrate("0531");
  expect((await library()).answers).toMatchObject([
    { question: "approved-access", answer: "not yet", at: "2026-11-02T00:00:00.000Z" },
  ]);
});

test("a yes to more is one to less, and a “not yet” to more is asked again, as is a yes to what was not asked", async () => {
  const day = new Date("2026-11-02T00:00:00Z");
  const kept = {
    requests: "yes",
    mfa: "yes",
    scans: "none",
    networks: "none",
    leavers: "not yet",
    fixes: "not yet",
    vendors: "not yet",
    "intrusion-tests": "not yet",
    walls: "yes",
    tls: "yes",
    tests: "yes",
  };
  for (const [question, said] of Object.entries(kept))
    await admin(
      "INSERT INTO app.policy_answers (company_id, question, answer, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5)",
      [company, question, said, adam!.id, day],
    );
  await migrate("0532");
  const { answers } = await library();
  expect(answers.map(({ question, answer: said }: Record<string, string>) => [question, said]).toSorted()).toEqual([
    ["leavers", "not yet"],
    ["mfa", "yes"],
    ["requests", "yes"],
    ["scans", "none"],
  ]);
});

test("who did not yet do two things together is asked for each", async () => {
  await admin(
    "INSERT INTO app.policy_answers (company_id, question, answer, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5)",
    [company, "requests", "not yet", adam!.id, new Date("2026-11-02T00:00:00Z")],
  );
  await migrate("0532");
  expect((await library()).answers).toEqual([]);
});

test("a text is offered no promise of what its company has none of, but the sentence that says so", async () => {
  const { added } = (await addDrafts(["physical.physical-policy"])).body;
  const offered = async () =>
    (await olga!.get(at(`/policy-versions/${added[0].versionId}/promises`))).body.map(
      ({ text }: { text: string }) => text,
    );
  const [site, locked] = ["Every site is listed", "Offices are locked"].map((said) => expect.stringContaining(said));
  expect(await offered()).toEqual(expect.arrayContaining([site, locked]));
  await answer({ offices: "none" });
  expect(await offered()).toEqual(expect.arrayContaining([expect.stringContaining("We have no office.")]));
  expect(await offered()).not.toEqual(expect.arrayContaining([site]));
  expect(await offered()).not.toEqual(expect.arrayContaining([locked]));
  await answer({ offices: null });
  expect(await offered()).not.toEqual(expect.arrayContaining([expect.stringContaining("We have no office.")]));
});

test("a later answer says which policy in force says otherwise, and changes no text", async () => {
  await answer({ mfa: "yes", leavers: "not yet" });
  const policy = await inForce(ACCESS);
  const before = await textOf(policy.inForce.id);
  expect((await library()).differing).toEqual([]);
  await answer({ mfa: "not yet", leavers: "yes" });
  const about = { policyId: policy.id, title: "Access control policy" };
  expect((await library()).differing).toEqual([
    { ...about, question: "mfa", text: MFA, promised: true },
    { ...about, question: "leavers", text: LEAVERS, promised: false },
  ]);
  expect(await textOf(policy.inForce.id)).toBe(before);
  // Back as it was: nothing differs, but what was not promised then.
  await answer({ mfa: "yes" });
  expect((await library()).differing).toMatchObject([{ question: "leavers" }]);
  await answer({ leavers: null });
  expect((await library()).differing).toEqual([]);
});

test("several policies are added at once, each a draft of its own that another person approves, and one that is there stays", async () => {
  await answer({ mfa: "yes" }, { edition: "law" });
  const there = await inForce(SIGN_IN);
  const { body } = await addDrafts([ACCESS, SIGN_IN, "incident.response-plan", ACCESS]);
  expect(body).toMatchObject({
    added: [{ documentId: ACCESS }, { documentId: "incident.response-plan", title: "Incident response plan" }],
    existing: [SIGN_IN],
  });
  expect(await textOf(body.added[0].versionId)).toContain(MFA);
  expect((await olga!.get(at(`/policies/${there.id}`))).body.open).toBeNull();
  for (const { versionId } of body.added) {
    expect((await olga!.post(at(`/policy-versions/${versionId}/approvals`), { revision: 1 })).body.code).toBe(
      "policy-not-waiting",
    );
    await olga!.post(at(`/policy-versions/${versionId}/review`), { revision: 1, quorum: 1 });
    expect((await olga!.post(at(`/policy-versions/${versionId}/approvals`), { revision: 1 })).body.code).toBe(
      "policy-own-approval",
    );
  }
  const told = (await acts()).at(-1)!;
  expect(told).toMatchObject({ event: "library.adopted", details: { count: 2 } });
  expect(told["details"].versions[0]).toMatch(/^Access control policy, version 1, [0-9a-f]{64}$/);
  expect((await addDrafts(["none"])).body.code).toBe("policy-document");
  expect((await addDrafts([ACCESS], {}, vera!)).status).toBe(403);
});

test("drafts that were added together are undone but for those that somebody went on with, and can be added again", async () => {
  const { added } = (await addDrafts([ACCESS, SIGN_IN, "incident.response-plan"])).body;
  const [access, signIn, plan] = added.map(({ versionId }: { versionId: string }) => versionId);
  await adam!.send("PATCH", at(`/policy-versions/${signIn}`), JSON.stringify({ revision: 1, text: "# Signing in\n" }), {
    "content-type": "application/json",
  });
  await olga!.post(at(`/policy-versions/${plan}/review`), { revision: 1, quorum: 1 });
  expect((await undo([access, signIn, plan])).body).toEqual({
    discarded: 1,
    kept: ["Authentication and password standard", "Incident response plan"],
  });
  expect((await undo([access])).status).toBe(404);
  const { policies } = await library();
  const isThere = (documentId: string) =>
    policies.find((policy: { documentId: string }) => policy.documentId === documentId).policyId !== null;
  expect([ACCESS, SIGN_IN].map(isThere)).toEqual([false, true]);
  const again = (await addDrafts([ACCESS])).body.added;
  expect(again).toMatchObject([{ documentId: ACCESS, policyId: added[0].policyId }]);
  expect((await listed()).filter(({ documentId }) => documentId === ACCESS)).toMatchObject([{ open: { number: 2 } }]);
  expect((await acts()).map(({ event }) => event)).toEqual(["library.adopted", "library.undone", "library.adopted"]);
});

test("no draft of another company is undone", async () => {
  const { added } = (await addDrafts([ACCESS])).body;
  const stranger = await running.person("Sam");
  const elsewhere = await stranger.found("Elsewhere");
  const { status } = await stranger.post(`/companies/${elsewhere}/policy-drafts/undo`, {
    versionIds: [added[0].versionId],
  });
  expect(status).toBe(404);
  expect((await listed())[0]).toMatchObject({ open: { id: added[0].versionId } });
});
