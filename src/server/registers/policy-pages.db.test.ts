import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inputPath } from "#domain/bundle/verdict-line.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { policyKinds } from "#catalog/policies/kinds.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";

let running: RunningApp;
let olga: Person;
let adam: Person;
let company: string;
let clock: Date;
const TEXT = "# Policy\n\nEverybody signs in with MFA.\n";
const sha256 = createHash("sha256").update(TEXT).digest("hex");

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  adam = await running.person("Adam");
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga.found(`Sealed ${randomUUID()}`);
  await addMember(running, company, adam.id, "admin");
  // Each writes the other's address down.
  for (const [{ email }, by] of [
    [olga, adam],
    [adam, olga],
  ] as const)
    await by.post(at("/registers/people/records"), {
      fields: { name: email, email, kind: "employee", startsAt: "2026-01-01" },
    });
  await olga.post(at("/registers/people/confirmation"), { count: 2 });
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more: string) => `/companies/${company}${more}`;
async function pass(seconds: number): Promise<void> {
  clock = new Date(clock.getTime() + seconds * 1_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const outcomes = async () =>
  Object.fromEntries(
    (
      await admin(
        `SELECT DISTINCT ON (check_id) check_id, outcome, reason FROM app.check_results
          WHERE company_id = $1 AND check_id LIKE 'policies.%' AND aspect <> 'document' ORDER BY check_id, ledger_index DESC`,
        [company],
      )
    ).map(({ check_id: check, outcome }) => [check, outcome]),
  );

/** Nobody has an account at an identity provider where a company has none. */
const declareNone = () => olga.post(at("/system-kinds/idp/none"), { reason: "We have none." });

/** Every policy that controls expect, written by one and approved by the other; the first is assigned to everyone, others to interns. */
async function putInForce(): Promise<string> {
  let assigned = "";
  for (const { documentId, title } of policyKinds) {
    const { open } = (await olga.post(at("/policies"), { documentId, title, text: TEXT })).body;
    await olga.post(at(`/policy-versions/${open.id}/review`), { revision: 1, quorum: 1 });
    await adam.post(at(`/policy-versions/${open.id}/approvals`), { revision: 1 });
    if (assigned) await olga.post(at(`/policy-versions/${open.id}/assignments`), { audience: "intern" });
    assigned ||= open.id;
  }
  await olga.post(at(`/policy-versions/${assigned}/assignments`), { audience: "everyone" });
  return assigned;
}

test("policies are sealed with what decides their checks, and a bundle shows each thing that was changed", async () => {
  const version = await putInForce();
  for (const person of [olga, adam]) await person.post(at(`/policy-versions/${version}/acknowledgment`), { sha256 });
  await pass(10);
  const all = {
    "policies.approved-within-year": "pass",
    "policies.acknowledged": "pass",
    "policies.history-kept": "pass",
  };
  expect(await outcomes()).toEqual({ ...all, "policies.acknowledged": "unknown" });
  await declareNone();
  await pass(20);
  expect(await outcomes()).toEqual(all);
  const { checks } = (await olga.get(at("/controls/XC-01"))).body;
  for (const check of Object.keys(all))
    expect(checks.find(({ checkId }: { checkId: string }) => checkId === check)).toMatchObject({ outcome: "pass" });

  const policyDocuments = (await olga.get(at("/documents"))).body.filter(
    ({ source }: { source: string }) => source === "policy",
  );
  expect(policyDocuments).toHaveLength(20);
  for (const document of policyDocuments)
    expect(document).toMatchObject({ state: "on file", by: "policy", filings: [], answer: { outcome: "pass" } });

  const { id } = (await olga.post(at("/exports"), {})).body;
  const { response } = await olga.get(at(`/exports/${id}/bundle`));
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  const key = (await olga.get(at("/ledger"))).body.key;
  const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  const verify = () =>
    verifyBundle(memorySource(files), nodeCryptography, { key, judges: { own: runOwnJudge(judge) } });
  const whole = await verify();
  expect([whole.problems, whole.verdicts!.differs]).toEqual([[], []]);
  expect([...whole.verdicts!.notReperformable.keys()]).toEqual([]);
  const pages = await admin("SELECT register, sha256, content FROM app.snapshot_pages WHERE company_id = $1", [
    company,
  ]);
  const pageOf = (name: string) => pages.find(({ register }) => register === name)!;
  const withoutFirst = (text: string) => {
    const page = JSON.parse(text) as { rows: unknown[] };
    return JSON.stringify({ ...page, rows: page.rows.slice(1) });
  };
  for (const [name, change, words] of [
    [
      "policy-versions",
      (text: string) => text.replace("with MFA", "as they like"),
      /its page of policy versions \(\S+\) was altered: the text of version 1 of .+ is not the one in the ledger/,
    ],
    [
      "policy-acknowledgments",
      (text: string) => text.replace(/"rows":\[.*\]/, '"rows":[]'),
      /its page of policy acknowledgments \(\S+\) was altered: 2 of 2 rows are missing/,
    ],
    ["policy-acknowledgments", withoutFirst, /policy acknowledgments \(\S+\) was altered: 1 of 2 rows are missing/],
    [
      "policy-approvals",
      (text: string) => text.replace('"alone":false', '"alone":true'),
      /its page of policy approvals \(\S+\) was altered/,
    ],
    [
      "policy-assignments",
      (text: string) => text.replace('"everyone"', '"intern"'),
      /its page of policy assignments \(\S+\) was altered/,
    ],
    ["policies", (text: string) => text.replace("Vendor", "Vender"), /its page of policies \(\S+\) was altered/],
    ["people", (text: string) => text.replace('"employee"', '"partner"'), /its page of people \(\S+\) was altered/],
  ] as const) {
    const page = pageOf(name);
    const other = change(page.content);
    expect(other).not.toBe(page.content);
    files.set(inputPath(page.sha256), Buffer.from(other));
    const { verdicts, problems } = await verify();
    for (const check of Object.keys(all)) expect(verdicts!.differs.join()).toContain(check);
    expect(problems.map(({ sentence }) => sentence).join("\n")).toMatch(words);
    files.set(inputPath(page.sha256), Buffer.from(page.content));
  }
});

test("a text, a row or an entry that was changed in the database fails its check", async () => {
  await declareNone();
  const version = await putInForce();
  await olga.post(at(`/policy-versions/${version}/acknowledgment`), { sha256 });
  await pass(10);
  expect(await outcomes()).toMatchObject({ "policies.acknowledged": "pass", "policies.history-kept": "pass" });
  await pass(31 * 24 * 3_600);
  // Adam is late.
  expect(await outcomes()).toMatchObject({ "policies.acknowledged": "fail" });
  await admin("ALTER TABLE app.policy_versions DISABLE TRIGGER USER");
  await admin("UPDATE app.policy_versions SET text = 'Other', sha256 = $2 WHERE id = $1", [
    version,
    createHash("sha256").update("Other").digest("hex"),
  ]);
  await admin("ALTER TABLE app.policy_versions ENABLE TRIGGER USER");
  await pass(25 * 3_600);
  expect(await outcomes()).toMatchObject({ "policies.history-kept": "fail" });
});

test.each(["ended", "kind"])(
  "who was late on a policy stays late where one person changes whom it is for: %s",
  async (how) => {
    await declareNone();
    const version = await putInForce();
    const endAll = async () => {
      for (const { id } of await admin("SELECT id FROM app.assignments WHERE version_id = $1 AND ended_at IS NULL", [
        version,
      ]))
        await olga.send("DELETE", at(`/policy-assignments/${id}`));
    };
    await endAll();
    await olga.post(at(`/policy-versions/${version}/assignments`), { audience: "employee" });
    await olga.post(at(`/policy-versions/${version}/acknowledgment`), { sha256 });
    await pass(10);
    expect(await outcomes()).toMatchObject({ "policies.acknowledged": "pass" });
    await pass(31 * 24 * 3_600);
    expect(await outcomes()).toMatchObject({ "policies.acknowledged": "fail" });
    const [own] = await admin(
      "SELECT id, version FROM app.records WHERE company_id = $1 AND register = 'people' AND fields ->> 'email' = $2",
      [company, adam.email],
    );
    if (how === "kind")
      await olga.send(
        "PATCH",
        at(`/registers/people/records/${own.id}`),
        JSON.stringify({ version: own.version, fields: { kind: "partner" } }),
        { "content-type": "application/json" },
      );
    else await endAll();
    await olga.post(at(`/policy-versions/${version}/assignments`), { audience: "intern" });
    await pass(25 * 3_600);
    const [newest] = await admin(
      `SELECT outcome, reason FROM app.check_results WHERE company_id = $1 AND check_id = 'policies.acknowledged'
      ORDER BY ledger_index DESC LIMIT 1`,
      [company],
    );
    expect(newest).toMatchObject({
      outcome: "fail",
      reason: expect.stringContaining("1 was late and is not asked any more") as string,
    });
  },
);

test("drafts and what waits are in no snapshot, and a company without policies says nothing of them", async () => {
  await pass(10);
  expect(await outcomes()).toEqual({});
  await olga.post(at("/policies"), { title: "Secret plan", text: "Not yet." });
  await pass(25 * 3_600);
  const pages = await admin("SELECT register, content FROM app.snapshot_pages WHERE company_id = $1", [company]);
  expect(pages.map(({ content }) => content).join()).not.toContain("Not yet");
  expect(await outcomes()).toEqual({
    "policies.approved-within-year": "unknown",
    "policies.acknowledged": "unknown",
    "policies.history-kept": "unknown",
  });
});
