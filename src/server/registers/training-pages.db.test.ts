import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { contentOf } from "#catalog/training/content/index.ts";
import { inputPath, VERDICTS } from "#domain/bundle/verdict-line.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { publishingConnection } from "#tests/support/published-runs.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { addToStaff, signInStaff } from "#tests/support/staff.ts";
import type { StaffBrowser } from "#tests/support/staff.ts";

import { memorySource } from "#tests/support/sample-bundle.ts";
import { answerQuiz } from "#tests/support/take-quiz.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";

let running: RunningApp;
let owner: Person;
let company: string;
let clock: Date;
let ben: string;
let email: string;
let browser: StaffBrowser;

beforeAll(async () => {
  running = await runApp();
  owner = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  await running.forgetTries();
  company = await owner.found(`Trained ${randomUUID()}`);
  email = `ben-${randomUUID()}@trained.test`;
  ben = await addToStaff(owner, company, { name: "Ben", email });
  await owner.post(`/companies/${company}/registers/people/confirmation`, { count: 1 });
  browser = await signInStaff(running, owner, company, ben, email);
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
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
          WHERE company_id = $1 AND check_id LIKE 'training.%' ORDER BY check_id, ledger_index DESC`,
        [company],
      )
    ).map(({ check_id: check, outcome, reason }) => [check, [outcome, reason]]),
  );
const rights = new Set(contentOf("security").questions.map(({ answers }) => answers[0]));

/** Takes the general course; all answers are right, or all are wrong. */
async function takeCourse(right: boolean): Promise<void> {
  let page = await browser.submit(await browser.open("/me/training/security"), "/me/training/security/quiz");
  for (let at = 0; at < 8; at += 1) {
    const path = /action="(\/me\/quiz\/[^"]+)"/.exec(page.html)![1]!;
    const shown = [...page.html.matchAll(/value="(\d)" required><span>([^<]*)</g)];
    const isRight = (text: string) =>
      rights.has(text.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
    const pick = shown.find(([, , text]) => isRight(text!) === right)!;
    page = await browser.submit(page, path, { [`a${at}`]: pick[1]! });
  }
}

test("a passed course is sealed with the registers and passes its checks, and nothing is said before anybody took one", async () => {
  await pass(6);
  expect(await outcomes()).toEqual({});
  running.setNow(undefined);
  await takeCourse(true);
  await pass(60);
  expect(await outcomes()).toMatchObject({
    "training.completed": ["pass", expect.any(String)],
    "training.content": ["pass", expect.any(String)],
  });
  const pages = await admin(
    "SELECT register, sha256, content FROM app.snapshot_pages WHERE company_id = $1 AND register LIKE 'training-%' ORDER BY register",
    [company],
  );
  expect(pages.map(({ register }) => register)).toEqual(["training-completions", "training-courses"]);
  for (const { sha256, content } of pages) expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
  const { rows } = JSON.parse(pages[0].content);
  expect(rows).toMatchObject([
    { fields: { personId: ben, course: "security", version: 1, score: 8, outOf: 8, answers: expect.any(Array) } },
  ]);
  expect(pages[1].content, "the right answers are in no page").not.toContain("answers");
});

test("a course that was not passed fails the check, by the number of the person", async () => {
  await takeCourse(false);
  await pass(60);
  expect((await outcomes())["training.completed"]).toEqual(["fail", expect.stringContaining("PER-1")]);
});

test.each([
  ["a changed score", "UPDATE app.completions SET score = 7 WHERE company_id = $1"],
  ["a changed course version", "UPDATE app.completions SET course_version = 2 WHERE company_id = $1"],
  ["a changed day", "UPDATE app.completions SET completed_at = completed_at + interval '1 day' WHERE company_id = $1"],
  [
    "another way in which the address was vouched for",
    "UPDATE app.completions SET vouched = 'directory' WHERE company_id = $1",
  ],
])("%s in the database is named by the next run", async (_, sql) => {
  await takeCourse(true);
  await admin("ALTER TABLE app.completions DISABLE TRIGGER USER");
  await admin(sql, [company]);
  await admin("ALTER TABLE app.completions ENABLE TRIGGER USER");
  await pass(60);
  expect((await outcomes())["training.completed"]).toEqual(["fail", "Not as the ledger has it: completion 1."]);
});

test("the verifier judges training again, and names a changed score, a removed completion and a changed course version", async () => {
  await takeCourse(true);
  await pass(60);
  running.setNow(undefined);
  const { id } = (await owner.post(`/companies/${company}/exports`, {})).body;
  const { response } = await owner.get(`/companies/${company}/exports/${id}/bundle`);
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  const key = (await owner.get(`/companies/${company}/ledger`)).body.key;
  const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  const verify = () =>
    verifyBundle(memorySource(files), nodeCryptography, { key, judges: { own: runOwnJudge(judge) } });
  const whole = await verify();
  expect([whole.problems, whole.verdicts!.differs]).toEqual([[], []]);
  const pages = await admin("SELECT register, sha256, content FROM app.snapshot_pages WHERE company_id = $1", [
    company,
  ]);
  for (const [register, change] of [
    ["training-completions", (text: string) => text.replace('"score":8', '"score":7')],
    ["training-completions", (text: string) => text.replace(/"rows":\[.*\]/, '"rows":[]')],
    ["training-completions", (text: string) => text.replace('"version":1,', '"version":2,')],
    ["training-courses", (text: string) => text.replace('"malware",', "")],
  ] as const) {
    const page = pages.find((own) => own.register === register)!;
    const other = change(page.content);
    expect(other).not.toBe(page.content);
    files.set(inputPath(page.sha256), Buffer.from(other));
    const { verdicts } = await verify();
    for (const check of ["training.completed", "training.content"]) expect(verdicts!.differs.join()).toContain(check);
    files.set(inputPath(page.sha256), Buffer.from(page.content));
  }
});

test("the verifier judges again who may write code, and names a changed score and a changed person", async () => {
  const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  const observedAt = clock.toISOString();
  const item = (kind: string, type: string, id: string, data: Readonly<Record<string, string | boolean>>) =>
    ({ kind, subject: { type, id, label: id }, data, observedAt }) as const;
  const items = [
    item("github.organization", "organization", "acme", { login: "acme", twoFactorRequired: true }),
    item("github.member", "user", "ben", { login: "ben", role: "admin", twoFactor: true }),
    item("github.repository", "repository", "web", { name: "web", private: true, archived: false, fork: false }),
  ];
  const published = { provider: "github", source: "GitHub (acme)", items } as const;
  await (await publishingConnection(running, company, judge.sha256, published)).publish(clock);
  await answerQuiz(browser, 8, undefined, "secure-coding");
  await pass(60);
  await owner.post(`/companies/${company}/accounts/decisions`, {
    kind: "person",
    personId: ben,
    accounts: [{ provider: "github", scope: "1", id: "ben" }],
  });
  await pass(60);
  expect((await outcomes())["training.developers"]).toEqual([
    "pass",
    "1 person with an account at GitHub (acme): all passed secure coding within 365 days. By an address that only its writer confirmed, because nobody else could: 1 person.",
  ]);
  running.setNow(undefined);
  const { id } = (await owner.post(`/companies/${company}/exports`, {})).body;
  const { response } = await owner.get(`/companies/${company}/exports/${id}/bundle`);
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  const key = (await owner.get(`/companies/${company}/ledger`)).body.key;
  const judges = { own: runOwnJudge(judge) };
  const verify = () => verifyBundle(memorySource(files), nodeCryptography, { key, judges });
  const whole = await verify();
  expect([whole.problems, whole.verdicts!.differs]).toEqual([[], []]);
  expect(files.get(VERDICTS)!.toString()).toContain('"training.developers"');
  const pages = await admin(
    "SELECT register, sha256, content FROM app.snapshot_pages WHERE company_id = $1 ORDER BY sha256",
    [company],
  );
  for (const [register, change] of [
    ["training-completions", (text: string) => text.replace('"score":8', '"score":7')],
    ["people", (text: string) => text.replaceAll(ben, randomUUID())],
  ] as const)
    for (const page of pages.filter((own) => own.register === register && files.has(inputPath(own.sha256)))) {
      const other = change(page.content);
      expect(other, register).not.toBe(page.content);
      files.set(inputPath(page.sha256), Buffer.from(other));
      expect((await verify()).verdicts!.differs.join(), register).toContain("training.developers");
      files.set(inputPath(page.sha256), Buffer.from(page.content));
    }
});
