import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LOOKS } from "#domain/bundle/check-looks.ts";
import { printReport } from "#domain/bundle/print-report.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { REGISTERS } from "#domain/registers/snapshot.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";

const OWNER = "oversight.owner-named";
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
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
  // The days that pass end today: an entry of the ledger has the database's time.
  clock = new Date(Date.now() - 9 * DAY);
  running.setNow(undefined);
  company = await olga.found(`Quiet ${randomUUID()}`);
  running.setNow(clock);
  const add = async (register: string, fields: Record<string, unknown>) =>
    (await olga.post(at(`/${register}/records`), { fields })).body;
  const person = await add("people", { name: "Olga", email: olga.email, kind: "partner", startsAt: "2026-01-01" });
  await add("roles", { duty: "security-owner", holderId: person.id, since: "2026-01-01" });
  for (const register of ["people", "roles"]) await olga.post(at(`/${register}/confirmation`), { count: 1 });
  await pass(1);
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}/registers${more}`;
/** Lets days pass, and what is due be done on each. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    clock = new Date(clock.getTime() + DAY + 60_000);
    running.setNow(clock);
    await running.app.runTasks();
  }
}
const snapshots = async () =>
  (await olga.get(`/companies/${company}/evidence?source=${encodeURIComponent(REGISTERS)}`)).body.items;
const results = () =>
  admin(
    "SELECT r.outcome, r.reason, r.observed_at, r.valid_until FROM app.check_results r WHERE r.company_id = $1 AND r.check_id = $2 ORDER BY r.observed_at",
    [company, OWNER],
  );
const looks = () =>
  admin(
    "SELECT details::jsonb AS details FROM app.ledger_acts WHERE company_id = $1 AND event = 'record.unchanged' ORDER BY seq",
    [company],
  );

test("while nothing changes the ledger says so once a day, no verdict grows younger, and after a week all is sealed anew", async () => {
  const [first] = await snapshots();
  const [said] = await results();
  await pass(6);
  expect(await snapshots()).toHaveLength(1);
  expect((await looks()).map(({ details }) => details.exhibit)).toEqual(Array(6).fill(first.exhibit));
  expect(await results()).toEqual([said]);
  const [entry] = (await olga.get(`/companies/${company}/activity?kind=record`)).body.entries;
  expect(entry.sentence).toBe(`looked at the registers again, which say what ${first.exhibit} says`);
  await pass(1);
  expect(await snapshots()).toHaveLength(2);
  expect(await results()).toHaveLength(2);
  expect(await looks()).toHaveLength(6);
});

test("a change after quiet days is sealed, and what was withdrawn after it leaves nothing to look at", async () => {
  await pass(2);
  const [person] = (await olga.get(at("/people/records"))).body.records;
  await olga.post(at(`/people/records/${person.id}/end`), {
    reason: "Resigned",
    lastDay: clock.toISOString().slice(0, 10),
  });
  await pass(1);
  const [second] = await snapshots();
  expect((await results()).at(-1)).toMatchObject({ outcome: "fail" });
  await olga.post(at(`/people/records/${person.id}/reopening`), { reason: "By mistake" });
  await pass(1);
  const [third] = await snapshots();
  for (const { id } of [second, third])
    await olga.post(`/companies/${company}/evidence/${id}/withdrawal`, { reason: "By mistake" });
  const before = (await looks()).length;
  await pass(1);
  expect(await looks()).toHaveLength(before);
  expect((await snapshots()).map(({ exhibit }: { exhibit: string }) => exhibit)).not.toContain(third.exhibit);
});

/** Reads the registers again that many hours later, as a change that changes nothing does. */
async function readAgainAfter(hours: number): Promise<void> {
  await admin("UPDATE app.jobs SET run_at = '-infinity' WHERE company_id = $1 AND kind = 'registers'", [company]);
  clock = new Date(clock.getTime() + hours * HOUR);
  running.setNow(clock);
  await running.app.runTasks();
}

test("in the last two days of a pass no exhibit is sealed each hour, and one is where what ends soon was renewed", async () => {
  const [person] = (await olga.get(at("/people/records"))).body.records;
  const leaves = new Date(clock.getTime() + 40.3 * HOUR).toISOString();
  const change = JSON.stringify({ version: 1, fields: { endsAt: leaves } });
  await olga.send("PATCH", at(`/people/records/${person.id}`), change, { "content-type": "application/json" });
  await olga.post(at("/people/confirmation"), { count: 1 });
  await readAgainAfter(0.1);
  expect(await snapshots()).toHaveLength(2);
  const lasts = async () => {
    const said = (await results()).at(-1)!;
    return [said.outcome, (said.valid_until.getTime() - clock.getTime()) / HOUR];
  };
  expect(await lasts()).toEqual(["pass", 40]);
  await readAgainAfter(1.5);
  expect(await lasts()).toEqual(["pass", 38.5]);
  expect(await snapshots()).toHaveLength(2);
  // As if what is renewed outside of the registers, such as what was read of a system, had ended early when that was said.
  await admin(`BEGIN; SET LOCAL session_replication_role = 'replica';
    UPDATE app.check_results SET valid_until = '${new Date(clock.getTime() + 5 * HOUR).toISOString()}'
      WHERE company_id = '${company}' AND check_id = '${OWNER}' AND valid_until < '${leaves}'; COMMIT`);
  expect(await lasts()).toEqual(["pass", 5]);
  await readAgainAfter(1.5);
  expect(await lasts()).toEqual(["pass", 37]);
  expect(await snapshots()).toHaveLength(3);
});

test("an exhibit from before a project's window, or whose stored file is damaged, is not looked at again: another is sealed", async () => {
  const project = (await olga.post(`/companies/${company}/projects`, { name: "SOC 2", framework: "soc2" })).body.id;
  await pass(1);
  expect(await snapshots()).toHaveLength(1);
  await admin(
    "UPDATE app.projects SET window_from = $3::date, window_to = $3::date + 30 WHERE company_id = $1 AND id = $2",
    [company, project, new Date(clock.getTime() + DAY).toISOString().slice(0, 10)],
  );
  await pass(1);
  const [second, ...others] = await snapshots();
  expect(others).toHaveLength(1);
  await pass(1);
  expect(await snapshots()).toHaveLength(2);
  await admin(
    "INSERT INTO app.damaged_files (company_id, evidence_id, damage, found_at, seen_at) VALUES ($1, $2, 'missing', now(), now())",
    [company, second.id],
  );
  await pass(1);
  expect(await snapshots()).toHaveLength(3);
});

test("a bundle says on which days it was looked at, as the signed ledger has it, with the verdicts that the database has", async () => {
  await pass(3);
  const { id } = (await olga.post(`/companies/${company}/exports`, {})).body;
  const { response } = await olga.get(`/companies/${company}/exports/${id}/bundle`);
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  const key = (await olga.get(`/companies/${company}/ledger`)).body.key;
  const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  const verify = () =>
    verifyBundle(memorySource(files), nodeCryptography, { key, judges: { own: runOwnJudge(judge) } });
  const whole = await verify();
  expect([whole.problems, whole.verdicts!.differs]).toEqual([[], []]);
  const [{ exhibit }] = await snapshots();
  const last = (await looks()).at(-1)!.details.at;
  expect(whole.looks).toEqual([{ exhibit, times: 3, last }]);
  expect(printReport(whole)).toContain(
    `Registers ${exhibit} was found to say the same 3 times after it was sealed, last at ${last}`,
  );
  const lines = files.get(LOOKS)!.toString();
  for (const altered of [
    lines.replace(last, last.replace("Z", "1Z")),
    lines.split("\n").toReversed().join("\n").trimStart(),
  ]) {
    files.set(LOOKS, Buffer.from(altered));
    expect((await verify()).problems.map(({ path }) => path)).toContain(LOOKS);
  }
});
