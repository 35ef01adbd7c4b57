import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inputPath, VERDICTS } from "#domain/bundle/verdict-line.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { connectOkta, sayOwner } from "#tests/support/connected.ts";
import type { ConnectedOkta } from "#tests/support/connected.ts";
import { publishingConnection } from "#tests/support/published-runs.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { memorySource } from "#tests/support/sample-bundle.ts";
import { unzipped } from "#tests/support/unzipped.ts";
import { readJudgeFile, runOwnJudge } from "../judge/judge-file.ts";
import { asCaller } from "../db/as-caller.ts";
import { nodeCryptography } from "../ledger/node-cryptography.ts";
import { sealReviews } from "./review-pages.ts";

// A closed review is sealed beside the registers and judged; what became of removals is told by later exhibits.

const DAY = 86_400;
const SOURCE = "Exhibit registers (Okta acme)";
let running: RunningApp;
let olga: Person;
let company: string;
let okta: ConnectedOkta;
let clock: Date;

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
  clock = new Date();
  company = await olga.found(`Judged ${randomUUID()}`);
  okta = await connectOkta(admin, olga, company);
  await olga.post(at("/registers/people/records"), {
    fields: { name: "Olga", email: olga.email, kind: "employee", startsAt: "2026-01-01" },
  });
});
afterAll(() => running.close());

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more = "") => `/companies/${company}${more}`;
async function pass(seconds: number): Promise<void> {
  clock = new Date(clock.getTime() + seconds * 1_000);
  running.setNow(clock);
  await running.app.runTasks();
}
const users = ["a", "b", "c"].map((id) => ({ id, login: `${id}@acme.test` }));
async function read(...ids: string[]): Promise<void> {
  await sayOwner(admin, olga, company, users);
  await okta.read(
    users.filter(({ id }) => ids.includes(id)),
    clock,
  );
  await pass(60);
}
/** What the newest snapshot says of the organization, by check. */
const said = async () =>
  Object.fromEntries(
    (
      await admin(
        `SELECT DISTINCT ON (check_id) check_id, outcome, reason FROM app.check_results
          WHERE company_id = $1 AND source = $2 AND check_id LIKE 'review.%' ORDER BY check_id, observed_at DESC`,
        [company, SOURCE],
      )
    ).map(({ check_id: check, outcome, reason }) => [check, `${outcome}: ${reason}`]),
  );

const newest = async (table: string, column = "id") =>
  (await admin(`SELECT ${column} AS id FROM app.${table} WHERE company_id = $1 LIMIT 1`, [company]))[0].id;

/** A bundle of the company, verified with the judge of these sources. */
async function bundled() {
  const { id } = (await olga.post(at("/exports"), {})).body;
  const { response } = await olga.get(at(`/exports/${id}/bundle`));
  const files = await unzipped(Buffer.from(await response.arrayBuffer()));
  const key = (await olga.get(at("/ledger"))).body.key;
  const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  const judges = { own: runOwnJudge(judge) };
  return { files, verify: () => verifyBundle(memorySource(files), nodeCryptography, { key, judges }) };
}

/** These exhibits were filed by hand, and no run of a connection saw them: that alone differs. */
const othersOf = ({ problems }: { readonly problems: readonly { readonly sentence: string }[] }) =>
  problems.filter(({ sentence }) => !sentence.includes("was filed under Upload"));

test("a closed review passes its checks, a bundle shows each thing that was changed, and exhibits tell what became of removals", async () => {
  await read("a", "b", "c");
  const opened = await olga.post(at("/reviews"), {
    name: "Fourth quarter",
    dueOn: "2026-12-31",
    systems: [{ systemId: okta.systemId, reviewerId: olga.id }],
  });
  const review = opened.body;
  const path = at(`/reviews/${review.id}/populations/${review.populations[0].id}/accounts`);
  const { accounts } = (await olga.get(path)).body;
  expect(await said()).toEqual({});
  const decisions = accounts.map(({ id, accountId }: any) =>
    accountId === "c" ? { rowId: id, decision: "remove", reason: "Unused" } : { rowId: id, decision: "keep" },
  );
  await olga.post(at(`/reviews/${review.id}/decisions`), { decisions });
  await pass(10);
  expect(await said()).toEqual({});
  expect((await olga.post(at(`/reviews/${review.id}/closing`), {})).status).toBe(200);
  await pass(10);
  const exhibit = review.populations[0].exhibit;
  expect(await said()).toEqual({
    "review.done-this-quarter": `pass: 3 accounts of ${exhibit} decided by ${clock.toISOString().slice(0, 10)}: 2 keep, 0 change, 1 remove.`,
    "review.removals-done": expect.stringMatching(/^pass: 0 of 1 removed accounts are gone. 1 has time until /),
    "review.service-accounts": "pass: It has no service account.",
  });

  const { files, verify } = await bundled();
  const whole = await verify();
  expect([othersOf(whole), [...whole.verdicts!.notReperformable.keys()]]).toEqual([[], []]);
  const pages = await admin("SELECT register, sha256, content FROM app.snapshot_pages WHERE company_id = $1", [
    company,
  ]);
  for (const { content } of pages.filter(({ register }) => register.startsWith("review-")))
    expect(content).not.toContain("acme.test");
  for (const [register, change] of [
    ["review-populations", (text: string) => text.replace('"accounts":3', '"accounts":2')],
    ["review-rows", (text: string) => text.replace('"account":"c"', '"account":"d"')],
    ["review-rows", (text: string) => text.replace('"decision":"remove"', '"decision":"keep"')],
  ] as const) {
    const page = pages.find((own) => own.register === register)!;
    const other = change(page.content);
    expect(other).not.toBe(page.content);
    files.set(inputPath(page.sha256), Buffer.from(other));
    const { problems } = await verify();
    expect(JSON.stringify(problems)).toContain(`(${inputPath(page.sha256)}) was altered`);
    files.set(inputPath(page.sha256), Buffer.from(page.content));
  }

  const removals = async () => (await said())["review.removals-done"];
  const shown = async () => (await olga.get(at(`/reviews/${review.id}`))).body.removals[0];
  await pass(15 * DAY);
  await olga.signIn();
  expect(await removals()).toBe(
    "unknown: No complete reading since the decision says that they are gone: c@acme.test. Have the system read again, or upload a newer list.",
  );
  await read("a", "b", "c");
  expect(await removals()).toBe("fail: Still there more than 14 days after the decision: c@acme.test.");
  expect(await shown()).toMatchObject({ state: "still there", exhibit: expect.stringMatching(/^EX-/) });
  await read("a", "b");
  expect(await removals()).toBe("fail: Gone, and were still there more than 14 days after the decision: c.");
  expect(await shown()).toMatchObject({ state: "late", since: expect.any(String) });
  await read("a", "b", "c");
  expect(await removals()).toBe("fail: Back within 90 days after they were removed: c@acme.test.");
});

test("who was gone by an exhibit that was withdrawn since is not gone, on the page as for the judge", async () => {
  await read("a", "b");
  const shown = async () => (await olga.get(at(`/reviews/${await newest("reviews")}`))).body.removals[0];
  expect(await shown()).toMatchObject({ state: "late" });
  const exhibit = (await shown()).exhibitId;
  await olga.post(at(`/evidence/${exhibit}/withdrawal`), { reason: "It names a client" });
  expect(await shown()).toMatchObject({ state: "back" });
  await pass(10);
  await read("a", "b");
  expect(await shown()).toMatchObject({ state: "late" });
  expect((await shown()).exhibitId).not.toBe(exhibit);
});

test("a row that was taken out of the database fails its checks", async () => {
  await admin("ALTER TABLE app.review_decisions DISABLE TRIGGER USER");
  await admin("ALTER TABLE app.review_rows DISABLE TRIGGER USER");
  await admin("UPDATE app.review_decisions SET decision = 'keep' WHERE company_id = $1 AND decision = 'remove'", [
    company,
  ]);
  await pass(DAY + 60);
  expect(await said()).toMatchObject({
    "review.done-this-quarter": "fail: The decisions of review 1 are not those that the ledger has.",
    "review.removals-done": "fail: The decisions of review 1 are not those that the ledger has.",
  });
  await admin("ALTER TABLE app.review_decisions ENABLE TRIGGER USER");
  await admin("ALTER TABLE app.review_rows ENABLE TRIGGER USER");
});

test("what one person said and decided is sealed as lapsed once another could have for a month, also where nobody else is there any more", async () => {
  await admin(
    `WITH mode AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
    UPDATE app.person_accounts a SET decided_by = $2 FROM mode WHERE a.company_id = $1`,
    [company, olga.id],
  );
  const lapsed = async () => {
    const alike = { accounts: new Set<string>(), isSamePerson: (a: string, b: string) => a === b };
    const { registers } = await asCaller(
      running.database.databases.user,
      { userId: company, companyId: company },
      (tx) => sealReviews(tx, company, alike, clock),
    );
    const rows = registers.flatMap(({ key, pages }) =>
      key === "review-rows" ? pages.flatMap(({ page }) => page.rows) : [],
    );
    return rows.map(({ fields }) => fields["lapsed"]);
  };
  expect(await lapsed()).toEqual([undefined, undefined, undefined]);
  const ada = await running.person("Ada");
  const join = (days: number) =>
    admin(
      `INSERT INTO app.company_members (company_id, user_id, role, created_at) VALUES ($1, $2, 'member', $3)
        ON CONFLICT (company_id, user_id) DO UPDATE SET created_at = excluded.created_at`,
      [company, ada.id, new Date(clock.getTime() - days * DAY * 1_000)],
    );
  await join(29);
  expect(await lapsed()).toEqual([undefined, undefined, undefined]);
  await join(31);
  expect(await lapsed()).toEqual([true, true, true]);
  await admin(
    `WITH mode AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
    DELETE FROM app.company_members m USING mode WHERE m.company_id = $1 AND m.user_id = $2`,
    [company, olga.id],
  );
  expect(await lapsed()).toEqual([true, true, true]);
});

test("a bundle that is made as the exhibit of a review is withdrawn says so, and is verified", async () => {
  company = await olga.found(`Withdrawn ${randomUUID()}`);
  const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
  const github = await publishingConnection(running, company, judge.sha256);
  // As old as what the connection's exhibit says that it saw.
  clock = new Date("2026-11-21T12:00:00Z");
  running.setNow(clock);
  await olga.post(at("/registers/people/records"), {
    fields: { name: "Olga", email: olga.email, kind: "employee", startsAt: "2026-01-01" },
  });
  const members = ["ada", "grace", "mary"].map((name) => ({ id: `member-${name}` }));
  await sayOwner(admin, olga, company, members, { provider: "github", scope: "1" });
  await github.publish(new Date(clock.getTime() - 60_000));
  await pass(20);
  const [{ id: systemId }] = await admin("SELECT system_id AS id FROM app.connections WHERE company_id = $1", [
    company,
  ]);
  const opened = await olga.post(at("/reviews"), {
    name: "Fourth quarter",
    dueOn: "2026-12-31",
    systems: [{ systemId, reviewerId: olga.id }],
  });
  const population = opened.body.populations[0];
  const { accounts } = (await olga.get(at(`/reviews/${opened.body.id}/populations/${population.id}/accounts`))).body;
  const decisions = accounts.map(({ id }: { readonly id: string }) => ({ rowId: id, decision: "keep" }));
  await olga.post(at(`/reviews/${opened.body.id}/decisions`), { decisions });
  expect((await olga.post(at(`/reviews/${opened.body.id}/closing`), {})).status).toBe(200);
  await pass(20);
  const withdrawal = at(`/evidence/${population.exhibitId}/withdrawal`);
  await olga.post(withdrawal, { reason: "It names a client" });
  await github.publish(clock);
  await olga.send("DELETE", withdrawal);
  await pass(20);
  // From here on the registers are read with another exhibit than the review.
  await olga.post(withdrawal, { reason: "It names a client" });
  for (const seconds of [0, 20]) {
    if (seconds > 0) await pass(seconds);
    const { files, verify } = await bundled();
    const { problems, verdicts } = await verify();
    expect([problems, verdicts!.differs]).toEqual([[], []]);
    const lines = files.get(VERDICTS)!.toString().split("\n");
    const own = lines.filter((line) => line.includes('"check":"review.') && line.includes("Exhibit registers (GitHub"));
    expect(own.length).toBe(2);
    expect(own.filter((line) => !line.includes('"outcome":"unknown"'))).toEqual([]);
  }
});
