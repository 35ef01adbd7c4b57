import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectOkta } from "#tests/support/connected.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { bytesOf } from "./file-bytes.ts";

let running: RunningApp;
let olga: Person;
let mia: Person;
let company: string;
let systemId: string;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  [olga, mia] = (await Promise.all(["Olga", "Mia"].map((name) => running.person(name)))) as [Person, Person];
});
afterAll(() => running.close());
beforeEach(async () => {
  clock = new Date();
  running.setNow(undefined);
  company = await olga.found(`Lists ${randomUUID()}`);
  await admin("INSERT INTO app.company_members (company_id, user_id, role) VALUES ($1, $2, 'member')", [
    company,
    mia.id,
  ]);
  for (const { email } of [olga, mia])
    await olga.post(at("/registers/people/records"), {
      fields: { name: email, email, kind: "employee", startsAt: "2026-01-01" },
    });
  systemId = (await olga.post(at("/systems"), { name: "Figma", kinds: ["data"] })).body.id;
});

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
const DAY = 86_400;
async function pass(seconds: number): Promise<void> {
  clock = new Date(clock.getTime() + seconds * 1_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const csvOf = (...accounts: readonly string[]) => ["Account,Kind", ...accounts.map((a) => `${a},Human`)].join("\n");
const today = () => clock.toISOString().slice(0, 10);

/** Files a list as evidence, and what its confirmation then asks. */
async function filed(csv: string, encoding: "utf-8" | "windows-1252" = "utf-8") {
  const search = new URLSearchParams({ name: "Accounts", fileName: "a.csv", type: "Report", controls: "XC-10" });
  const { body } = await olga.send("POST", at(`/evidence?${search.toString()}`), bytesOf(csv, encoding)!, {
    "content-type": "application/octet-stream",
  });
  const count = csv.trim().split("\n").length - 1;
  return { csv, encoding, exhibit: body.exhibit, count, exportedFrom: "Admin > Members", exportedOn: today() };
}
const add = (list: object, person = olga) => person.post(at(`/review-systems/${systemId}/lists`), list);
const open = async () =>
  (
    await olga.post(at("/reviews"), {
      name: "Fourth quarter",
      dueOn: "2026-12-31",
      systems: [{ systemId, reviewerId: mia.id }],
    })
  ).body;
const accountsOf = async (review: any, person = mia) =>
  (await person.get(at(`/reviews/${review.id}/populations/${review.populations[0].id}/accounts`))).body.accounts;
const decide = (review: any, person: Person, decisions: readonly unknown[]) =>
  person.post(at(`/reviews/${review.id}/decisions`), { decisions });
const candidate = async () => (await olga.get(at("/review-systems"))).body.systems[0];
const said = async () =>
  Object.fromEntries(
    (
      await admin(
        `SELECT DISTINCT ON (check_id) check_id, outcome, reason, source FROM app.check_results
          WHERE company_id = $1 AND check_id LIKE 'review.%' ORDER BY check_id, observed_at DESC`,
        [company],
      )
    ).map((row) => [row.check_id, row]),
  );

test("a system without a connection is reviewed from a list on file, and what was removed is verified by a later one", async () => {
  expect(await candidate()).toMatchObject({ readiness: "not connected", connected: false, accounts: null });
  const list = await filed(csvOf("ana", "ben", mia.email));
  expect((await add(list)).body).toEqual({ accounts: 3 });
  expect(await candidate()).toMatchObject({ readiness: "ready", accounts: 3 });
  const review = await open();
  expect(review).toMatchObject({
    notRead: 0,
    populations: [
      {
        exhibit: list.exhibit,
        connected: false,
        list: { exportedFrom: "Admin > Members", exportedOn: today(), by: { userId: olga.id } },
      },
    ],
  });
  const all = await accountsOf(review);
  expect(all.find(({ label }: any) => label === mia.email)).toMatchObject({ own: true, reviewer: { userId: olga.id } });
  expect(all.find(({ label }: any) => label === "ana").accountId).toMatch(/^[0-9a-f]{64}$/);
  for (const { id, label, own } of all)
    await decide(review, own ? olga : mia, [
      { rowId: id, decision: label === "ben" ? "remove" : "keep", reason: "Left" },
    ]);
  expect((await olga.post(at(`/reviews/${review.id}/closing`), {})).status).toBe(200);
  await pass(30);
  expect(await said()).toMatchObject({
    "review.done-this-quarter": {
      outcome: "pass",
      source: `Exhibit registers (Figma, ${systemId})`,
      reason: expect.stringMatching(
        /^3 accounts of EX-.* The list was exported by hand on .*, and its count confirmed\.$/,
      ),
    },
    "review.removals-done": { outcome: "pass", reason: expect.stringMatching(/^0 of 1 .* 1 has time until/) },
  });
  // The control knows which system it was, and no page names an account.
  const { body: control } = await olga.get(at("/controls/XC-10"));
  const check = control.checks.find(({ checkId }: any) => checkId === "review.done-this-quarter");
  expect(JSON.stringify(check)).toContain("Figma");
  const pages = await admin("SELECT content FROM app.snapshot_pages WHERE company_id = $1", [company]);
  expect(pages.map(({ content }) => content).join()).not.toMatch(/\bben\b|@/);
  // Nobody lists it again: after 14 days nobody knows.
  await pass(15 * DAY);
  expect((await said())["review.removals-done"]).toMatchObject({ outcome: "unknown" });
  await add(await filed(csvOf("ana", "ben", mia.email)));
  await pass(30);
  expect((await said())["review.removals-done"]).toMatchObject({
    outcome: "fail",
    reason: expect.stringMatching(/^Still there more than 14 days after the decision: account \d of the review/),
  });
  await pass(DAY);
  await add(await filed(csvOf("ana", mia.email, "late")));
  await pass(30);
  expect((await said())["review.removals-done"]).toMatchObject({
    outcome: "fail",
    reason: /* late */ expect.stringMatching(/^Gone, and were still/),
  });
  const added = `/reviews/${review.id}/populations/${review.populations[0].id}/added`;
  expect((await olga.get(at(added))).body).toEqual({ total: 1, labels: ["late"] });
  await pass(DAY);
  const back = await filed(csvOf("ana", "ben", mia.email));
  await add(back);
  await pass(30);
  expect((await said())["review.removals-done"]).toMatchObject({
    outcome: "fail",
    reason: expect.stringMatching(/^Back within 90 days/),
  });
  expect((await olga.get(at(`/reviews/${review.id}`))).body.removals).toMatchObject([
    { account: "ben", state: "back", exhibit: back.exhibit },
  ]);
});

test("nothing is half added: each wrong row is told, and a wrong count, file, day, system or person refuses all", async () => {
  const wrong = ["Account,Kind", "ana,Human", "ANA,Human", ",Human", "ben,Robot"].join("\n");
  const preview = (csv: string, person = olga) => person.post(at(`/review-systems/${systemId}/list-preview`), { csv });
  expect((await preview(wrong)).body).toMatchObject({
    accounts: 1,
    wrong: 3,
    problems: [{ row: 3 }, { row: 4 }, { row: 5 }],
  });
  expect((await preview("Account\nana")).body).toMatchObject({ accounts: 1, wrong: 0, problems: [], sample: ["ana"] });
  expect((await preview('"Account')).body.code).toBe("record-csv");
  expect((await preview(wrong, mia)).status).toBe(403);
  expect((await add(await filed(wrong))).body).toMatchObject({
    code: "record-rows-wrong",
    message: "Nothing was added. Row 3: This account is in the file twice: first in row 2.",
  });
  const list = await filed(csvOf("ana", "ben"));
  const code = async (changed: object) => (await add({ ...list, ...changed })).body.code;
  expect(await code({ count: 3 })).toBe("review-list-count");
  expect(await code({ csv: csvOf("ana", "cleo") })).toBe("review-list-file");
  expect(await code({ exhibit: "EX-000099" })).toBe("review-list-file");
  const day = (days: number) => new Date(clock.getTime() + days * DAY * 1_000).toISOString().slice(0, 10);
  expect(await code({ exportedOn: day(-8) })).toBe("review-list-day");
  expect(await code({ exportedOn: day(3) })).toBe("review-list-day");
  expect((await add(list, mia)).status).toBe(403);
  expect(await admin("SELECT FROM app.attested_lists WHERE company_id = $1", [company])).toEqual([]);
  const okta = await connectOkta(admin, olga, company);
  const connected = await olga.post(at(`/review-systems/${okta.systemId}/lists`), list);
  expect(connected.body.code).toBe("review-list-connected");
  expect((await add(list)).status).toBe(200);
  // Once it is withdrawn it is as if nobody had brought it.
  const [{ id }] = await admin("SELECT evidence_id AS id FROM app.attested_lists WHERE company_id = $1", [company]);
  await olga.post(at(`/evidence/${id}/withdrawal`), { reason: "By mistake" });
  expect(await candidate()).toMatchObject({ readiness: "not connected" });
  expect(await open()).toMatchObject({ notRead: 1 });
  expect(await code({})).toBe("review-list-file");
});

test("a file in the code page of Windows is filed as it is, and a list of last week is too old to freeze", async () => {
  const list = await filed(csvOf("Jürgen €", "ben"), "windows-1252");
  expect((await add({ ...list, encoding: "utf-8" })).body.code).toBe("review-list-file");
  expect((await add(list)).body).toEqual({ accounts: 2 });
  await pass(7 * DAY + 60);
  expect(await candidate()).toMatchObject({ readiness: "too old" });
  expect(await open()).toMatchObject({ notRead: 1 });
});
