import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inputPath, parseVerdictLine, VERDICTS } from "#domain/bundle/verdict-line.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { REGISTERS } from "#domain/registers/snapshot.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { signTest } from "#tests/support/earned.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";

const OWNER = "oversight.owner-named";
let running: RunningApp;
let olga: Person;
let company: string;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga.found(`Sealed ${randomUUID()}`);
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}/registers${more}`;
const add = async (register: string, fields: Record<string, unknown>) =>
  (await olga.post(at(`/${register}/records`), { fields })).body;
const confirm = (register: string, count: number) => olga.post(at(`/${register}/confirmation`), { count });
/** Lets time pass, and what is due be done. */
async function pass(seconds: number): Promise<void> {
  clock = new Date(clock.getTime() + seconds * 1_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const snapshots = async () =>
  (await olga.get(`/companies/${company}/evidence?source=${encodeURIComponent(REGISTERS)}`)).body.items;
const manifestOf = async (id: string): Promise<SnapshotManifest> =>
  JSON.parse(await (await olga.send("GET", `/companies/${company}/evidence/${id}/file`)).response.text());
const checkOf = async () => {
  const [control] = (await olga.get(`/companies/${company}/controls/XC-02`)).body.checks.filter(
    ({ checkId }: { checkId: string }) => checkId === OWNER,
  );
  return control;
};

async function nameOwner() {
  const person = await add("people", { name: "Olga", email: olga.email, kind: "partner", startsAt: "2026-01-01" });
  const role = await add("roles", { duty: "security-owner", holderId: person.id, since: "2026-01-01" });
  await confirm("people", 1);
  await confirm("roles", 1);
  return { person, role };
}

test("a change is sealed and judged seconds later, once; what says the same files nothing for a day", async () => {
  const { person } = await nameOwner();
  expect(await snapshots()).toEqual([]);
  await pass(15);
  const [first] = await snapshots();
  expect(first).toMatchObject({
    name: "Registers",
    controls: expect.arrayContaining(["XC-02"]) as unknown,
    collector: "Exhibit",
  });
  expect(
    await admin(
      "SELECT check_id, aspect, outcome FROM app.check_results WHERE company_id = $1 AND aspect <> 'document'",
      [company],
    ),
  ).toEqual([{ check_id: OWNER, aspect: "register", outcome: "pass" }]);
  await pass(15);
  expect(await snapshots()).toHaveLength(1);
  await olga.post(at(`/people/records/${person.id}/end`), {
    reason: "Resigned",
    lastDay: new Date().toISOString().slice(0, 10),
  });
  await pass(15);
  const reasons = await admin(
    "SELECT reason FROM app.check_results WHERE company_id = $1 AND aspect <> 'document' ORDER BY observed_at",
    [company],
  );
  expect(reasons.map(({ reason }) => reason)).toEqual([
    "PER-1 is security owner, and is active.",
    "The security owner, PER-1, does not work here.",
  ]);
  const acts = (await olga.get(`/companies/${company}/activity?kind=record`)).body.entries;
  expect(acts[0]).toMatchObject({
    sentence: expect.stringMatching(/^sealed the registers as EX-\d+$/),
    person: { name: "Exhibit" },
  });
});

test("changes that come all the time are judged every twelve seconds, and each within fifteen", async ({
  annotate,
}) => {
  const begun = clock.getTime();
  const changes: number[] = [];
  for (let at = 0; at < 30; at += 1) {
    await add("people", { name: `P${at}`, email: `p${at}@acme.test`, kind: "employee", startsAt: "2026-01-01" });
    changes.push(clock.getTime());
    const jobs = await admin("SELECT FROM app.jobs WHERE kind = 'registers' AND company_id = $1", [company]);
    expect(jobs).toHaveLength(1);
    await pass(2);
  }
  for (let at = 0; at < 8; at += 1) await pass(2);
  const runs: number[] = (
    await admin("SELECT taken_at FROM app.register_runs WHERE company_id = $1 ORDER BY 1", [company])
  ).map(({ taken_at: at }) => at.getTime());
  await annotate(`${runs.length} runs in ${(clock.getTime() - begun) / 1_000} seconds`);
  expect(runs.length).toBeLessThanOrEqual(7);
  const waited = changes.map((change) => runs.find((run) => run >= change)! - change);
  expect(Math.max(...waited)).toBeLessThanOrEqual(15_000);
  // One alone is judged after five seconds.
  await pass(60);
  await add("people", { name: "Last", email: "last@acme.test", kind: "employee", startsAt: "2026-01-01" });
  await pass(6);
  expect(await admin("SELECT FROM app.register_runs WHERE company_id = $1", [company])).toHaveLength(runs.length + 1);
});

test("a snapshot that is withdrawn is taken anew, so that what failed by it fails on", async () => {
  const { person } = await nameOwner();
  await olga.post(at(`/people/records/${person.id}/end`), {
    reason: "Resigned",
    lastDay: new Date().toISOString().slice(0, 10),
  });
  await pass(15);
  const [first] = await snapshots();
  expect(await checkOf()).toMatchObject({ outcome: "fail" });
  const withdrawn = await olga.post(`/companies/${company}/evidence/${first.id}/withdrawal`, { reason: "By mistake" });
  expect(withdrawn.status).toBe(200);
  expect(await checkOf()).toMatchObject({ outcome: "unknown" });
  await pass(15);
  expect(await checkOf()).toMatchObject({ outcome: "fail", reason: "The security owner, PER-1, does not work here." });
});

test("what registers failed last is passed by nobody's test while they cannot decide it, also after days", async () => {
  const { person, role } = await nameOwner();
  await olga.post(at(`/people/records/${person.id}/end`), {
    reason: "Resigned",
    lastDay: new Date().toISOString().slice(0, 10),
  });
  await pass(15);
  expect(await checkOf()).toMatchObject({ outcome: "fail" });
  // Another is security owner now, of whom no account is known.
  await olga.post(at(`/roles/records/${role.id}/end`), { reason: "Mistaken" });
  const { id: holderId } = await add("people", { name: "Ben", kind: "employee", startsAt: "2026-01-01" });
  await add("roles", { duty: "security-owner", holderId, since: "2026-01-01" });
  await pass(15);
  const query = new URLSearchParams({ name: "Chart", fileName: "chart.txt", type: "Document", controls: "XC-02" });
  const { body: item } = await olga.upload(`/companies/${company}/evidence?${query}`, `a chart of ${company}`);
  await signTest(olga, company, OWNER, item.exhibit);
  const undecided = {
    outcome: "unknown",
    reason: expect.stringMatching(/ It failed when it was last decided, so a person's test does not pass it\.$/),
  };
  expect(await checkOf()).toMatchObject(undecided);
  await pass(25 * 3_600);
  expect(await checkOf()).toMatchObject(undecided);
  const sealed = await manifestOf((await snapshots())[0].id);
  expect(sealed.failedLast).toEqual([OWNER]);
});

test("a snapshot names its pages by their hashes, and holds nothing that is personal", async () => {
  await nameOwner();
  await pass(15);
  const [{ id }] = await snapshots();
  const manifest = await manifestOf(id);
  const pages = await admin("SELECT sha256, content FROM app.snapshot_pages WHERE company_id = $1", [company]);
  const named = manifest.registers.flatMap((register) => register.pages);
  expect(new Set(named)).toEqual(new Set(pages.map(({ sha256 }) => sha256)));
  for (const { sha256, content } of pages) {
    expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
    expect(content).not.toMatch(/Olga|@/);
  }
});

test("of many records one change seals one page anew", async () => {
  const rows = Array.from({ length: 1_100 }, (_, n) => `P${n},p${n}@acme.test,Employee,2026-01-01`);
  await olga.post(at("/people/csv"), { csv: ["Name,Work email,Employment,Starts", ...rows].join("\n") });
  await pass(15);
  const count = async () =>
    Number((await admin("SELECT count(*) FROM app.snapshot_pages WHERE company_id = $1", [company]))[0].count);
  expect(await count()).toBe(3);
  const [record] = (await olga.get(at("/people/records?search=p600@acme.test"))).body.records;
  await olga.send(
    "PATCH",
    at(`/people/records/${record.id}`),
    JSON.stringify({ version: 1, fields: { jobTitle: "Chief" } }),
    {
      "content-type": "application/json",
    },
  );
  await pass(15);
  expect(await count()).toBe(4);
});

test("the verdict passes its check in the control, and is judged again from a bundle, which shows a changed row", async () => {
  await nameOwner();
  await pass(15);
  expect(await checkOf()).toMatchObject({ outcome: "pass" });
  const { id } = (await olga.post(`/companies/${company}/exports`, {})).body;
  const { response } = await olga.get(`/companies/${company}/exports/${id}/bundle`);
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  const key = (await olga.get(`/companies/${company}/ledger`)).body.key;
  const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  const verify = () =>
    verifyBundle(memorySource(files), nodeCryptography, { key, judges: { own: runOwnJudge(judge) } });
  const lines = files
    .get(VERDICTS)!
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => parseVerdictLine(line)!);
  expect(lines).toContainEqual(
    expect.objectContaining({ for: "part", check: OWNER, source: REGISTERS, outcome: "pass" }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ for: "check", check: OWNER, outcome: "pass", basis: "register" }),
  );
  const whole = await verify();
  expect([whole.problems, whole.verdicts!.differs]).toEqual([[], []]);
  expect([...whole.verdicts!.notReperformable.keys()]).toEqual([]);
  const pages = (
    await admin("SELECT sha256, content FROM app.snapshot_pages WHERE company_id = $1 AND register = 'roles'", [
      company,
    ])
  )[0];
  files.set(inputPath(pages.sha256), Buffer.from(pages.content.replace("security-owner", "privacy-owner")));
  expect((await verify()).verdicts!.differs.join()).toContain(OWNER);
});

test("nobody but the company itself answers under the name of its registers", async () => {
  await nameOwner();
  await pass(15);
  const [{ id }] = await snapshots();
  const client = await running.database.admin.connect();
  try {
    await client.query("BEGIN; SET LOCAL ROLE app_user");
    await client.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
      olga.id,
      company,
    ]);
    await expect(
      client.query(
        `INSERT INTO app.check_results (company_id, evidence_id, check_id, aspect, rule, check_version, source, outcome, reason, observed_at,
          valid_until) VALUES ($1, $2, $3, 'register', 2, 2, $4, 'pass', 'x', now(), now())`,
        [company, id, OWNER, REGISTERS],
      ),
    ).rejects.toThrow("row-level security");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
