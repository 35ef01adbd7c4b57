import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseVerdictLine, VERDICTS } from "#domain/bundle/verdict-line.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { NO_LONGER_SAID, NOT_READ } from "#judge/registers/no-longer-said.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";
import { RunTooLarge } from "./register-reader.ts";
import { registerJobs } from "./run-registers.ts";

const CHECK = "incident.exercised-within-year";
let running: RunningApp;
let olga: Person;
let ada: Person;
let company: string;
let clock = new Date();

beforeAll(async () => {
  running = await runApp();
  [olga, ada] = (await Promise.all(["Olga", "Ada"].map((name) => running.person(name)))) as [Person, Person];
  company = await olga.found("Silent Ltd");
  await addMember(running, company, ada.id, "admin");
});
afterAll(() => running.close());

const at = (register: string, more = "") => `/companies/${company}/registers/${register}${more}`;
const add = async (register: string, fields: object) => (await olga.post(at(register, "/records"), { fields })).body;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
/** Lets 15 seconds pass, and what is due be done. */
async function run(): Promise<void> {
  clock = new Date(clock.getTime() + 15_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const standing = async () => {
  const { checks } = (await olga.get(`/companies/${company}/controls/XC-21`)).body;
  const { outcome, reason } = checks.find(({ checkId }: { checkId: string }) => checkId === CHECK);
  return { outcome, reason };
};
const exhibits = async () =>
  (await running.database.admin.query("SELECT FROM app.evidence WHERE company_id = $1", [company])).rowCount;
/** Lets 15 seconds pass, and a run of the registers take more than it may. */
async function tooLarge(): Promise<void> {
  clock = new Date(clock.getTime() + 15_000);
  running.setNow(clock);
  const read = () => Promise.reject(new RunTooLarge("too large"));
  const deps = { ...running.app.services, now: () => clock, registerReader: { read, close: () => {} } };
  await registerJobs(deps)({ companyId: company } as Parameters<JobHandler>[0], new AbortController().signal);
}
const runs = async () =>
  (await running.database.admin.query("SELECT FROM app.register_runs WHERE company_id = $1", [company])).rowCount;

/** What a bundle says of the check, and what the verifier finds to be otherwise. */
async function bundled() {
  const { id } = (await olga.post(`/companies/${company}/exports`, {})).body;
  const { response } = await olga.get(`/companies/${company}/exports/${id}/bundle`);
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  const key = (await olga.get(`/companies/${company}/ledger`)).body.key;
  const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  const report = await verifyBundle(memorySource(files), nodeCryptography, {
    key,
    judges: { own: runOwnJudge(judge) },
  });
  const lines = files.get(VERDICTS)!.toString().trimEnd().split("\n").map(parseVerdictLine);
  const said = lines.flatMap((line) => (line && "check" in line && line.check === CHECK ? [line] : []));
  return {
    outcomes: said.map(({ for: of, outcome }) => `${of}: ${outcome}`),
    problems: [...report.problems, ...report.verdicts!.differs],
    open: [...report.verdicts!.notReperformable.keys()],
  };
}

test("what an incident passed is unknown once it ends, by the next run, and in a bundle as in the database", async () => {
  const query = new URLSearchParams({ name: "Log", fileName: "a.txt", type: "Document", controls: "XC-21" });
  const { exhibit } = (await olga.upload(`/companies/${company}/evidence?${query}`, "what was seen")).body;
  const person = await add("people", { name: "Olga", email: olga.email, kind: "partner", startsAt: "2020-01-01" });
  const action = await add("actions", {
    title: "Call list",
    source: "incident",
    ownerId: person.id,
    dueOn: "2099-01-01",
  });
  const incident = await add("incidents", {
    title: "Lost laptop",
    kind: "incident",
    discoveredAt: ago(40),
    closedAt: ago(20),
    leadId: person.id,
    responderIds: [person.id],
    evidence: [exhibit],
    lessons: "Encrypt it.",
    actionIds: [action.id],
  });
  expect((await ada.post(at("incidents", `/records/${incident.id}/approval`), { version: 1 })).status).toBe(200);
  for (const register of ["people", "actions", "incidents"])
    expect((await olga.post(at(register, "/confirmation"), { count: 1 })).status).toBe(200);
  await run();
  expect(await standing()).toMatchObject({ outcome: "pass" });
  // A run that is too large says at once that nothing is known, once; the next one that is not says what it finds.
  await expect(tooLarge()).rejects.toThrow("too large");
  const notRead = { outcome: NOT_READ.outcome, reason: NOT_READ.reason };
  expect(await standing()).toEqual(notRead);
  expect(await bundled()).toEqual({ outcomes: ["part: unknown", "check: unknown"], problems: [], open: [] });
  const filed = await exhibits();
  await expect(tooLarge()).rejects.toThrow("too large");
  expect([await exhibits(), await standing()]).toEqual([filed, notRead]);
  await running.database.admin.query("UPDATE app.jobs SET run_at = '-infinity' WHERE company_id = $1", [company]);
  await run();
  expect(await standing()).toMatchObject({ outcome: "pass" });
  const ended = await olga.post(at("incidents", `/records/${incident.id}/end`), { reason: "Entered by mistake" });
  expect(ended.status).toBe(200);
  await run();
  const unknown = { outcome: NO_LONGER_SAID.outcome, reason: NO_LONGER_SAID.reason };
  expect(await standing()).toEqual(unknown);
  const before = await runs();
  await run();
  expect([await runs(), await standing()]).toEqual([before, unknown]);
  expect(await bundled()).toEqual({ outcomes: ["part: unknown", "check: unknown"], problems: [], open: [] });
  // What was said stays on record.
  const { rows } = await running.database.admin.query(
    "SELECT outcome FROM app.check_results WHERE company_id = $1 AND check_id = $2 ORDER BY observed_at",
    [company, CHECK],
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(["pass", "unknown", "pass", "unknown"]);
});
