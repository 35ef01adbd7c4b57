import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { RUNS } from "#domain/bundle/check-runs.ts";
import { inputPath, VERDICTS } from "#domain/bundle/verdict-line.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { connectOkta } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { publishingConnection } from "#tests/support/published-runs.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import type { JudgeFile } from "../judge/judge-file.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";

// Accounts of connected systems are judged beside the registers, each system under a name of its own.

const HOUR = 3_600_000;
const SOURCE = "Exhibit registers (Okta acme)";
let running: RunningApp;
let olga: Person;
let company: string;
let okta: ConnectedOkta;
let clock: Date;
let judge: JudgeFile;

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
const add = async (register: string, fields: Record<string, unknown>) =>
  (await olga.post(at(`/registers/${register}/records`), { fields })).body;
const confirm = (register: string, count: number) => olga.post(at(`/registers/${register}/confirmation`), { count });
async function pass(hours: number): Promise<void> {
  clock = new Date(clock.getTime() + hours * HOUR);
  running.setNow(clock);
  await running.app.runTasks();
}
/** What the newest snapshot says of the organization, by check. */
const said = async () =>
  Object.fromEntries(
    (
      await admin(
        `SELECT DISTINCT ON (check_id) check_id, outcome, reason FROM app.check_results WHERE company_id = $1 AND source = $2
          ORDER BY check_id, observed_at DESC`,
        [company, SOURCE],
      )
    ).map(({ check_id: check, outcome, reason }) => [check, `${outcome}: ${reason}`]),
  );

beforeAll(async () => {
  running = await runApp();
  judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  olga = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga.found(`Accounts ${randomUUID()}`);
  okta = await connectOkta(admin, olga, company);
});

const DAN = { id: "00u1", login: "Dan@acme.test" };

test("an account at a proved domain is its person's, and each system is judged under its own name", async () => {
  await add("people", { name: "Dan", email: "dan@ACME.test", kind: "employee", startsAt: "2026-01-01" });
  await confirm("people", 1);
  await confirm("approvals", 0);
  await okta.read([{ ...DAN, roles: ["SUPER_ADMIN"] }], clock);
  await pass(0.01);
  expect(await said()).toEqual({
    "accounts.leavers-disabled": "pass: Nobody has left.",
    "accounts.one-person-each": "pass: 1 account belongs to one person, or is an approved shared account.",
    "privilege.admins-listed":
      "fail: Administrators without an approval: Dan@acme.test. Have someone else approve each.",
  });
  const { body } = await olga.get(at("/controls/XC-09"));
  const check = body.checks.find(({ checkId }: { checkId: string }) => checkId === "privilege.admins-listed");
  expect(check).toMatchObject({ outcome: "fail" });
});

test("an address at a domain that nobody proved is nobody's, and two people with one address are named", async () => {
  await add("people", { name: "Dan", email: "dan@other.test", kind: "employee", startsAt: "2026-01-01" });
  await add("people", { name: "Eve", email: "info@acme.test", kind: "employee", startsAt: "2026-01-01" });
  await add("people", { name: "Eva", email: "info@acme.test", kind: "employee", startsAt: "2026-01-01" });
  await okta.read(
    [
      { id: "1", login: "dan@other.test" },
      { id: "2", login: "info@acme.test" },
    ],
    clock,
  );
  await confirm("people", 3);
  await confirm("approvals", 0);
  await pass(0.01);
  // Whoever stands there twice is to be mended first; whose account that is cannot be known before.
  expect((await said())["accounts.one-person-each"]).toBe(
    "unknown: These records of People are one person: PER-2 and PER-3. End all but one.",
  );
  const { accounts } = (await olga.get(at("/accounts"))).body;
  expect(accounts.map(({ label }: { readonly label: string }) => label).toSorted()).toEqual([
    "dan@other.test",
    "info@acme.test",
  ]);
});

test("a leaver's account is unknown for a day, fails after it, passes once it is seen disabled, and fails again when it is back", async () => {
  const ended = new Date(clock.getTime() + HOUR);
  await add("people", {
    name: "Dan",
    email: "dan@acme.test",
    kind: "employee",
    startsAt: "2026-01-01",
    endsAt: ended.toISOString(),
  });
  await confirm("people", 1);
  await confirm("approvals", 0);
  const leavers = async () => (await said())["accounts.leavers-disabled"];
  await okta.read([DAN], clock);
  await pass(0.01);
  expect(await leavers()).toBe("pass: Nobody has left.");
  await pass(2.5);
  expect(await leavers()).toBe("unknown: Due to be disabled within 24 hours of leaving: Dan@acme.test (PER-1).");
  await pass(23);
  expect(await leavers()).toBe(
    "unknown: Nothing that was read later says that they are disabled: Dan@acme.test (PER-1).",
  );
  await okta.read([DAN], clock);
  await pass(0.01);
  expect(await leavers()).toBe("fail: Open more than 24 hours after they left: Dan@acme.test (PER-1).");
  await okta.read([{ ...DAN, status: "DEPROVISIONED" }], clock);
  await pass(0.01);
  expect(await leavers()).toBe("pass: No account of the 1 who left is open.");
  const { records } = (await olga.get(at("/registers/people/records"))).body;
  const theirs = async (id: string) => (await olga.get(at(`/accounts?show=all&personId=${id}`))).body.accounts;
  expect(await theirs(records[0].id)).toMatchObject([{ label: "Dan@acme.test", active: false }]);
  expect(await theirs(olga.id)).toEqual([]);
  await okta.read([DAN], clock);
  await pass(0.01);
  expect(await leavers()).toBe("fail: Open more than 24 hours after they left: Dan@acme.test (PER-1).");
});

test("a roster of 12 that comes back as 0 makes it unknown, and changes nothing", async () => {
  const users = Array.from({ length: 12 }, (_, n) => ({ id: `${n}`, login: `p${n}@acme.test` }));
  for (const { login } of users)
    await add("people", { name: login, email: login, kind: "employee", startsAt: "2026-01-01" });
  await confirm("people", 12);
  await confirm("approvals", 0);
  await okta.read(users, clock);
  await pass(0.01);
  expect((await said())["accounts.one-person-each"]).toMatch("pass: 12 accounts");
  await okta.read([], clock);
  await pass(0.01);
  expect((await said())["accounts.one-person-each"]).toBe("unknown: Not every account was read.");
  expect((await olga.get(at("/registers/people/records?state=open"))).body.total).toBe(12);
});

/** A bundle of the company, verified with the judge of these sources. */
async function bundled() {
  const { id } = (await olga.post(at("/exports"), {})).body;
  const { response } = await olga.get(at(`/exports/${id}/bundle`));
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  const key = (await olga.get(at("/ledger"))).body.key;
  const judges = { own: runOwnJudge(judge) };
  return { files, verify: () => verifyBundle(memorySource(files), nodeCryptography, { key, judges }) };
}

test("a bundle has the exhibits beside the pages: they are judged again, and what was changed is found", async () => {
  company = await olga.found(`Accounts ${randomUUID()}`);
  const github = await publishingConnection(running, company, judge.sha256);
  await add("people", { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: "2026-01-01" });
  await confirm("people", 1);
  await confirm("approvals", 0);
  await github.publish(new Date(clock.getTime() - 2 * HOUR));
  // Nothing changed: the exhibit is the one of before, and its accounts are as young as this run.
  await github.publish(new Date(clock.getTime() - HOUR));
  await pass(0.01);
  const snapshots = await admin("SELECT ledger_index FROM app.register_runs WHERE company_id = $1", [company]);
  // What is seen after the snapshot tells nothing of what it was read with.
  await github.publish(clock);
  const { files, verify } = await bundled();
  const runs = files.get(RUNS)!.toString().trimEnd().split("\n");
  expect([snapshots.length, runs.length]).toEqual([1, 2]);
  const whole = await verify();
  expect([whole.problems, whole.verdicts!.differs, [...whole.verdicts!.notReperformable.keys()]]).toEqual([[], [], []]);
  const told = files.get(VERDICTS)!.toString();
  expect(told).toContain("Exhibit registers (GitHub (acme))");
  const [page] = await admin(
    "SELECT sha256, content FROM app.snapshot_pages WHERE company_id = $1 AND register = 'people'",
    [company],
  );
  expect(page.content).not.toContain("dan@acme");
  files.set(inputPath(page.sha256), Buffer.from(`${page.content} `));
  expect((await verify()).verdicts!.differs.join()).toContain("Exhibit registers (GitHub (acme))");
});

test("an exhibit that a person filed is no connection's: a bundle whose snapshot was read with one is refused", async () => {
  await add("people", { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: "2026-01-01" });
  await confirm("people", 1);
  await confirm("approvals", 0);
  await okta.read([DAN], clock);
  await pass(0.01);
  const { verdicts } = await (await bundled()).verify();
  expect(verdicts!.differs.join()).toContain(SOURCE);
});

/** What stands for the organization now, by check. */
const standing = async (source = SOURCE) =>
  Object.fromEntries(
    (
      await admin(
        "SELECT check_id, outcome, reason FROM app.newest_results($1, $2, NULL, NULL, NULL) WHERE source = $3",
        [company, clock, source],
      )
    ).map(({ check_id: check, outcome, reason }) => [check, `${outcome}: ${reason}`]),
  );
const newestExhibit = async () =>
  (
    await admin(
      `SELECT e.id, 'EX-' || lpad(e.number::text, 6, '0') AS exhibit FROM app.collection_runs r
        JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
        WHERE r.company_id = $1 ORDER BY r.slot DESC LIMIT 1`,
      [company],
    )
  )[0] as { id: string; exhibit: string };
const change = async (act: string, said: object) => {
  const { id, exhibit } = await newestExhibit();
  const { status } = await olga.post(at(`/evidence/${id}/${act}`), act === "erasure" ? { ...said, exhibit } : said);
  expect([act, status]).toEqual([act, 200]);
  return exhibit;
};
const REASON = { reason: "It names a client" };

test("what rests on an exhibit that is withdrawn or erased is not decided from then on, until it is read anew", async () => {
  await add("people", { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: "2026-01-01" });
  await confirm("people", 1);
  await confirm("approvals", 0);
  await okta.read([DAN], clock);
  await pass(0.01);
  const check = "accounts.one-person-each";
  expect((await standing())[check]).toMatch(/^pass: 1 account belongs/);
  const exhibit = await change("withdrawal", REASON);
  const undecided = `unknown: Not decided: ${exhibit}, which the registers were read with, was withdrawn. Collect it again.`;
  const shown = async () =>
    (await olga.get(at("/controls/XC-09"))).body.checks
      .flatMap(({ answers = [] }: { answers?: { source: string; outcome: string }[] }) => answers)
      .filter(({ source }: { source: string }) => source === SOURCE)
      .map(({ outcome }: { outcome: string }) => outcome);
  const before = new Set(await admin("SELECT 1 FROM app.register_runs WHERE company_id = $1", [company])).size;
  expect(new Set(Object.values(await standing()))).toEqual(new Set([undecided]));
  expect(await shown()).not.toContain("pass");
  // The run that follows is judged without it.
  await pass(0.01);
  expect((await admin("SELECT 1 FROM app.register_runs WHERE company_id = $1", [company])).length).toBeGreaterThan(
    before,
  );
  expect(new Set(Object.values(await standing()))).toEqual(new Set([undecided]));
  await pass(24 * 5);
  expect((await standing())[check]).toBe(undecided);
  await olga.send("DELETE", at(`/evidence/${(await newestExhibit()).id}/withdrawal`));
  expect((await standing())[check]).toMatch(/^pass: 1 account belongs/);
  await pass(0.01);
  await change("withdrawal", REASON);
  await change("erasure", REASON);
  expect((await standing())[check]).toBe(undecided);
  await pass(0.01);
  expect((await standing())[check]).toBe(undecided);
  await okta.read([DAN], clock);
  await pass(0.01);
  expect((await standing())[check]).toMatch(/^pass: 1 account belongs/);
  // Read anew before the registers looked again: they say the same as before, of another exhibit.
  await change("withdrawal", REASON);
  await okta.read([DAN], clock);
  await pass(0.01);
  expect((await standing())[check]).toMatch(/^pass: 1 account belongs/);
});

test("a bundle says of what rests on a withdrawn exhibit what its verifier says, and one that says more is refused", async () => {
  company = await olga.found(`Accounts ${randomUUID()}`);
  const github = await publishingConnection(running, company, judge.sha256);
  await add("people", { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: "2026-01-01" });
  await confirm("people", 1);
  await confirm("approvals", 0);
  await github.publish(new Date(clock.getTime() - HOUR));
  await pass(0.01);
  const source = "Exhibit registers (GitHub (acme))";
  const before = await standing(source);
  expect(Object.keys(before)).toContain("accounts.leavers-disabled");
  await change("withdrawal", REASON);
  const why = "read with an exhibit that was withdrawn";
  for (const hours of [0, 0.01, 0.01]) {
    if (hours > 0) await pass(hours);
    const { files, verify } = await bundled();
    const { problems, verdicts } = await verify();
    expect([problems, verdicts!.differs]).toEqual([[], []]);
    // A verifier asks whether what is missing proved domains.
    const named = /"provider":\s*"github"[^}]*"systemId"/;
    const isNamed = [...files.values()].some((file) => named.test(file.toString()));
    expect(isNamed || hours > 0).toBe(true);
    const lines = files
      .get(VERDICTS)!
      .toString()
      .split("\n")
      .filter((line) => line.includes(`"source":"${source}"`));
    expect(lines.length).toBe(Object.keys(before).length);
    expect(lines.filter((line) => !line.includes('"outcome":"unknown"'))).toEqual([]);
    expect(verdicts!.notReperformable.get(why)!.length).toBeGreaterThanOrEqual(lines.length);
  }
  // As whoever holds the database writes: it was read with nothing.
  await admin(
    "ALTER TABLE app.check_results DISABLE TRIGGER USER; UPDATE app.check_results SET read_with = NULL; ALTER TABLE app.check_results ENABLE TRIGGER USER",
  );
  const { differs } = (await (await bundled()).verify()).verdicts!;
  expect(differs.join()).toContain(source);
});

test("nothing that arrives as a report, and nobody who files one, answers under a name of the registers", async () => {
  await add("people", { name: "Dan", email: "dan@acme.test", kind: "employee", startsAt: "2026-01-01" });
  await okta.read([DAN], clock);
  await pass(0.01);
  const [row] = await admin("SELECT evidence_id FROM app.register_runs WHERE company_id = $1", [company]);
  const client = await running.database.admin.connect();
  try {
    for (const source of [SOURCE, "EXHIBIT REGISTERS (Okta acme)", " Exhibit registers"]) {
      await client.query("BEGIN; SET LOCAL ROLE app_user");
      await client.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
        olga.id,
        company,
      ]);
      await expect(
        client.query(
          `INSERT INTO app.check_results (company_id, evidence_id, check_id, aspect, rule, check_version, source, outcome, reason,
            observed_at, valid_until) VALUES ($1, $2, 'accounts.one-person-each', 'accounts', 2, 2, $3, 'pass', 'x', now(), now())`,
          [company, row.evidence_id, source],
        ),
      ).rejects.toThrow("row-level security");
      await client.query("ROLLBACK");
    }
  } finally {
    client.release();
  }
});

test("somebody says whose accounts are: by hand, many at once, taken back, and each on the record without their names", async () => {
  const dan = await add("people", {
    name: "Dan Reyes",
    email: "dan@other.test",
    kind: "employee",
    startsAt: "2026-01-01",
  });
  await okta.read(
    [
      { id: "1", login: "dreyes" },
      { id: "2", login: "backup" },
      { id: "3", login: "gone", status: "DEPROVISIONED" },
    ],
    clock,
  );
  await pass(0.01);
  const queue = async (more = "") => (await olga.get(at(`/accounts${more}`))).body;
  const before = await queue();
  expect(before.accounts).toMatchObject([
    { label: "backup", source: "Okta acme", suggestion: null, match: null },
    { label: "dreyes", suggestion: { id: dan.id, number: "PER-1", name: "Dan Reyes" }, match: null },
  ]);
  expect(before.sources).toMatchObject([
    { source: "Google Workspace acme.test" },
    { source: "Okta acme", whole: true, count: 3 },
  ]);
  expect((await queue("?show=all&search=GONE")).accounts).toMatchObject([{ label: "gone", active: false }]);
  const keyOf = (id: string) => ({ provider: "okta", scope: "acme", id });
  const decide = (said: object) => olga.post(at("/accounts/decisions"), said);
  expect((await decide({ accounts: [keyOf("1")], kind: "person", personId: dan.id })).body).toEqual({ decided: 1 });
  expect((await decide({ accounts: [keyOf("2")], kind: "program" })).status).toBe(200);
  expect((await queue()).accounts).toEqual([]);
  expect((await queue("?show=all")).accounts).toMatchObject([
    {},
    { label: "backup", match: "program", by: "decision" },
    { label: "dreyes", match: "person", by: "decision", person: { number: "PER-1" } },
    {},
  ]);
  await confirm("people", 1);
  await confirm("approvals", 0);
  await pass(0.01);
  // Okta calls every user a person: that somebody says otherwise about one is no fact, and takes an approval by another.
  expect((await said())["accounts.one-person-each"]).toMatch(/^unknown: .*backup/);
  expect((await decide({ accounts: [keyOf("1"), keyOf("2")], kind: "none" })).body).toEqual({ decided: 2 });
  expect((await queue()).total).toBe(2);
  const { entries } = (await olga.get(at("/activity?kind=record"))).body;
  const sentences = entries.map(({ sentence }: { sentence: string }) => sentence);
  expect(sentences).toEqual(
    expect.arrayContaining([
      "took back whose 2 accounts are",
      "matched 1 account with PER-1",
      "marked 1 account as used by programs",
    ]),
  );
  expect(JSON.stringify(entries.filter(({ event }: { event: string }) => event === "record.matched"))).not.toContain(
    "dreyes",
  );

  // New are those with an address that nobody in People has.
  await okta.read([DAN, { id: "00u9", login: "dan@other.test" }, { id: "00u8", login: "new@acme.test" }], clock);
  await pass(0.01);
  const proposed = (await queue("?show=new&source=Okta%20acme")).accounts;
  expect(proposed.map(({ email }: { email: string }) => email)).toEqual(["dan@acme.test", "new@acme.test"]);
  await okta.read([{ id: "1", login: "dreyes" }], clock);
  await pass(0.01);

  expect((await decide({ accounts: [keyOf("9")], kind: "program" })).status).toBe(404);
  expect((await decide({ accounts: [keyOf("1")], kind: "person" })).body.code).toBe("record-link");
  expect((await decide({ accounts: [keyOf("1")], kind: "person", personId: randomUUID() })).body.code).toBe(
    "record-link",
  );
  expect((await decide({ accounts: [keyOf("1")], kind: "program", personId: dan.id })).body.code).toBe("record-link");
});
