import { createHash, createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectOkta } from "#tests/support/connected.ts";
import { addMember } from "#tests/support/members.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { bytesOf } from "../registers/file-bytes.ts";

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
  await addMember(running, company, mia.id, "member");
  for (const email of [olga.email, mia.email, "ana@acme.test"]) await addPerson(email);
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
const addressOf = (account: string) => (account.includes("@") ? account : `${account}@acme.test`);
const csvOf = (...accounts: readonly string[]) =>
  ["Account,Kind,Email", ...accounts.map((account) => `${account},Human,${addressOf(account)}`)].join("\n");
const addPerson = (email: string) =>
  olga.post(at("/registers/people/records"), {
    fields: { name: email, email, kind: "employee", startsAt: "2026-01-01" },
  });
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
const add = (list: object, gone = 0, person = olga) =>
  person.post(at(`/review-systems/${systemId}/lists`), { gone, ...list });
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
  expect((await add(await filed(csvOf("ana", mia.email, "late")))).body.code).toBe("review-list-gone");
  await add(await filed(csvOf("ana", mia.email, "late")), 1);
  await pass(30);
  expect((await said())["review.removals-done"]).toMatchObject({
    outcome: "fail",
    reason: /* late */ expect.stringMatching(/^Gone, and were still/),
  });
  const added = `/reviews/${review.id}/populations/${review.populations[0].id}/added`;
  expect((await olga.get(at(added))).body).toEqual({ total: 1, labels: ["late"] });
  await pass(DAY);
  const back = await filed(csvOf("ana", "ben", mia.email));
  await add(back, 1);
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
  const wrong = ["Account,Kind", "ana,Service", "ANA,Service", ",Human", "ben,Robot"].join("\n");
  const preview = (csv: string, person = olga) => person.post(at(`/review-systems/${systemId}/list-preview`), { csv });
  expect((await preview(wrong)).body).toMatchObject({
    accounts: 1,
    wrong: 3,
    problems: [{ row: 3 }, { row: 4 }, { row: 5 }],
  });
  expect((await preview("Account\na@x.test")).body).toMatchObject({
    accounts: 1,
    wrong: 0,
    problems: [],
    sample: ["a@x.test"],
    gone: 0,
    otherColumn: null,
  });
  // Whoever decides on it might be its person.
  expect((await preview("Account\nana")).body.problems).toEqual([
    {
      row: 2,
      message: "Nobody can tell whose account “ana” is. Add their work email, or Service as its kind.",
    },
  ]);
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
  expect((await add(list, 0, mia)).status).toBe(403);
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

/** A review of these accounts, all of them kept but `removed`, and closed. */
async function reviewed(csv: string, removed: string) {
  const list = await filed(csv);
  await add(list);
  const review = await open();
  for (const { id, label, own } of await accountsOf(review))
    await decide(review, own ? olga : mia, [
      { rowId: id, decision: label === removed ? "remove" : "keep", reason: "Left" },
    ]);
  expect((await olga.post(at(`/reviews/${review.id}/closing`), {})).status).toBe(200);
  await pass(30);
  return { review, list };
}

test("a list that names accounts by another column, or leaves some out, shows nobody gone", async () => {
  const { review } = await reviewed(csvOf("ana", "ben", mia.email), "ben");
  await pass(DAY);
  const other = ["Email,Kind", "ana@acme.test,Human", `${mia.email},Human`].join("\n");
  const { body } = await olga.post(at(`/review-systems/${systemId}/list-preview`), { csv: other });
  expect(body).toMatchObject({ gone: 0, otherColumn: "account" });
  expect((await add(await filed(other))).status).toBe(200);
  await pass(15 * DAY);
  expect((await said())["review.removals-done"]).toMatchObject({ outcome: "unknown" });
  expect(await admin("SELECT FROM app.review_sightings WHERE company_id = $1", [company])).toEqual([]);
  expect((await olga.get(at(`/reviews/${review.id}`))).body.removals).toMatchObject([
    { account: "ben", state: "not read" },
  ]);
  // As the first list named them: who is missing is asked for by name, and by number.
  await add(await filed(csvOf("ana", "ben", mia.email)));
  const part = csvOf(mia.email);
  const preview = await olga.post(at(`/review-systems/${systemId}/list-preview`), { csv: part });
  expect(preview.body).toMatchObject({ gone: 2, goneSample: ["ana", "ben"], otherColumn: null });
  expect((await add(await filed(part))).body.code).toBe("review-list-gone");
});

test("an account of a list that is nobody's in People is removed, and not kept before its person is there", async () => {
  await add(await filed(csvOf("zoe", mia.email)));
  const review = await open();
  const zoe = (await accountsOf(review)).find(({ label }: any) => label === "zoe");
  expect(zoe).toMatchObject({ unknown: true, own: false });
  const say = async (decision: string) =>
    (await decide(review, mia, [{ rowId: zoe.id, decision, reason: "Known" }])).body.code;
  expect(await say("keep")).toBe("review-unknown-account");
  expect(await say("change")).toBe("review-unknown-account");
  expect(await say("remove")).toBeUndefined();
  await addPerson("Zoe@acme.test");
  expect((await accountsOf(review)).find(({ label }: any) => label === "zoe")).toMatchObject({ unknown: false });
  expect(await say("keep")).toBeUndefined();
});

test("nobody can guess who is on a list from the names in sealed pages", async () => {
  await reviewed(csvOf("ana", "ben", mia.email), "ben");
  const guessed = createHash("sha256").update(`${systemId}\nana`).digest("hex");
  const pages = await admin("SELECT content FROM app.snapshot_pages WHERE company_id = $1", [company]);
  expect(pages.map(({ content }) => content).join()).not.toContain(guessed);
  const [{ salt, id }] = await admin(
    `SELECT l.salt, w.account_id AS id FROM app.attested_lists l JOIN app.review_populations p ON p.company_id = l.company_id AND p.list_id = l.id
      JOIN app.review_rows w ON w.company_id = p.company_id AND w.population_id = p.id WHERE l.company_id = $1 AND w.label = 'ana'`,
    [company],
  );
  expect(createHmac("sha256", salt).update("ana").digest("hex")).toBe(id);
  // One secret for all lists of a system: another would name everybody anew, so that all of them seemed gone.
  const client = await running.database.admin.connect();
  try {
    await client.query("BEGIN; SET LOCAL ROLE app_user");
    await client.query("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [
      olga.id,
      company,
    ]);
    await expect(
      client.query(`INSERT INTO app.attested_lists (company_id, id, system_id, evidence_id, exported_from, exported_on, count, seen_at, accounts,
          attested_by, attested_at, identified_by, salt)
        SELECT company_id, gen_random_uuid(), system_id, evidence_id, exported_from, exported_on, count, seen_at, accounts, attested_by,
          attested_at, identified_by, sha256(salt) FROM app.attested_lists`),
    ).rejects.toThrow("named otherwise");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

test("an erased list leaves no name behind, and what was decided on its accounts stays", async () => {
  const { review, list } = await reviewed(csvOf("ana", "ben", mia.email), "ben");
  const [{ id }] = await admin("SELECT evidence_id AS id FROM app.attested_lists WHERE company_id = $1", [company]);
  // Nobody blanks a list that is not erased, the database's owner neither.
  for (const change of [
    "UPDATE app.attested_lists SET accounts = '[]' WHERE company_id = $1",
    "UPDATE app.review_rows SET label = 'Erased account' WHERE company_id = $1",
  ])
    await expect(admin(change, [company])).rejects.toThrow("append-only");
  await olga.post(at(`/evidence/${id}/withdrawal`), { reason: "By mistake" });
  const erased = await olga.post(at(`/evidence/${id}/erasure`), { reason: "Personal data", exhibit: list.exhibit });
  expect(erased.status).toBe(200);
  const [{ names }] = await admin(
    `SELECT (SELECT jsonb_agg(l.accounts) FROM app.attested_lists l WHERE l.company_id = $1)::text
      || (SELECT jsonb_agg(jsonb_build_array(w.label, w.email)) FROM app.review_rows w WHERE w.company_id = $1)::text AS names`,
    [company],
  );
  expect(names).not.toMatch(/ana|ben|@/);
  const { body } = await olga.get(at(`/reviews/${review.id}`));
  expect(body.decided).toMatchObject({ keep: 2, remove: 1 });
});

test("a file in the code page of Windows is filed as it is, and a list of last week is too old to freeze", async () => {
  const list = await filed("Account,Kind\nJürgen €,Service\nben,Service", "windows-1252");
  expect((await add({ ...list, encoding: "utf-8" })).body.code).toBe("review-list-file");
  expect((await add(list)).body).toEqual({ accounts: 2 });
  await pass(7 * DAY + 60);
  expect(await candidate()).toMatchObject({ readiness: "too old" });
  expect(await open()).toMatchObject({ notRead: 1 });
});
