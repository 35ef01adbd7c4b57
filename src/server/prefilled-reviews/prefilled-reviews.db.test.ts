import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fixtures } from "#connectors/aws/fixtures.ts";
import type { EvidenceItem } from "#connectors/connector.ts";
import { prefilledReviewKeys } from "#domain/reviews/prefilled-review-keys.ts";
import { readJudgeFile } from "#server/judge/judge-file.ts";
import { connectOkta } from "#tests/support/connected.ts";
import { publishingConnection } from "#tests/support/published-runs.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";

// A periodic review opens with what connectors saw, and nobody concludes on what was not read.

let running: RunningApp;
let olga: Person;
let company: string;
let reviewer: string;

const admin = async (text: string, values: unknown[] = []) => (await running.database.admin.query(text, values)).rows;
const at = (more: string) => `/companies/${company}${more}`;

/** Google Workspace answers for shared files, and for nothing else of the review. */
async function readSharing(outcome: string, days = 30): Promise<void> {
  const about = "name=R&type=Report&controls=XC-22&fileName=r.txt";
  const filed = await olga.upload(at(`/evidence?${about}`), randomUUID());
  await admin("BEGIN");
  await admin("SELECT set_config('app.user_id', $1, true), set_config('app.company_id', $2, true)", [olga.id, company]);
  await admin(
    `INSERT INTO app.check_results (company_id, evidence_id, check_id, aspect, rule, check_version, source, outcome, reason, observed_at, valid_until)
      VALUES ($1, $2, 'confidentiality.external-sharing', 'files', 2, 1, 'Google Workspace acme.test', $3, 'Files stay inside.',
        now() - interval '40 days', now() + $4 * interval '1 day')`,
    [company, filed.body.id, outcome, days],
  );
  await admin("COMMIT");
}

interface Line {
  readonly key: string;
  readonly part: string;
  readonly read: object | null;
}
const lines = async (): Promise<readonly Line[]> => (await olga.get(at("/prefilled-reviews/sharing"))).body.lines;
const conclude = (keys: readonly string[]) =>
  olga.post(at("/prefilled-reviews/sharing"), {
    lines: keys,
    fields: { conclusion: "Sharing is as it should be.", reviewerIds: [reviewer] },
  });

beforeAll(async () => {
  running = await runApp();
  olga = await running.person("Olga");
});
afterAll(() => running.close());
beforeEach(async () => {
  company = await olga.found(`Reviews ${randomUUID()}`);
  await connectOkta(admin, olga, company);
  const fields = { name: "Olga", kind: "employee", startsAt: "2026-01-01" };
  reviewer = (await olga.post(at("/registers/people/records"), { fields })).body.id;
});

test("a review opens with each line's exhibit and time, and its record says what was seen and what was not read", async () => {
  await readSharing("pass");
  const all = await lines();
  const read = all.filter((line) => line.read !== null);
  expect(read).toMatchObject([
    {
      part: "sharing of files outside",
      read: { source: "Google Workspace acme.test", exhibit: expect.stringMatching(/^EX-/) },
    },
  ]);
  const { status, body } = await conclude(read.map(({ key }) => key));
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: "waiting", fields: { kind: "review", reviewOf: "sharing" } });
  expect(body.fields.seen).toEqual([
    expect.stringMatching(
      /^Sharing of files outside: passes\. Files stay inside\. \(Google Workspace acme\.test, EX-\d{6}, \d{4}-\d\d-\d\d \d\d:\d\d UTC\)$/,
    ),
  ]);
  expect(body.fields.notRead).toHaveLength(all.length - 1);
  expect(body.fields.notRead).toContain("Sharing of calendars outside: Google Workspace acme.test");
});

test("nobody concludes on what was not read, was read too long ago, or is not decided", async () => {
  const [calendars] = (await lines()).filter(({ part }) => part === "sharing of calendars outside");
  expect(await conclude([calendars!.key])).toMatchObject({
    status: 409,
    body: {
      code: "review-unread",
      message:
        "You can't conclude on what was not read: sharing of calendars outside in Google Workspace acme.test. Leave it out, or connect the system and collect again.",
    },
  });
  for (const [outcome, days] of [
    ["pass", -1],
    ["unknown", 30],
  ] as const) {
    await readSharing(outcome, days);
    const [files] = (await lines()).filter(({ part }) => part === "sharing of files outside");
    expect(files!.read).toBeNull();
    expect(await conclude([files!.key])).toMatchObject({ status: 409, body: { code: "review-unread" } });
  }
  expect((await olga.get(at("/registers/tests/records"))).body.total).toBe(0);
});

/** What AWS answers where each check of its connector passes: each item of a kind and id once. */
const passing: readonly EvidenceItem[] = [
  ...new Map(
    Object.values(fixtures)
      .flatMap(({ pass }) => pass)
      .map((item) => [JSON.stringify([item.kind, item.subject.id]), item]),
  ).values(),
];

test.each(prefilledReviewKeys)(
  "the review of %s opens with what a run read, by its exhibit and time, and concludes on nothing of what no run read",
  async (review) => {
    const judge = (await readJudgeFile(join(import.meta.dirname, "../../../build/judge.js")))!;
    const read = { provider: "aws", source: "AWS acme", items: passing } as const;
    const connection = await publishingConnection(running, company, judge.sha256, read);
    const moment = new Date(Date.now() - 3_600_000);
    await connection.publish(moment);
    // Connected, and never read.
    await admin(
      `INSERT INTO app.connections (company_id, id, provider, method, state, account_id, account_label, source, created_by, connected_at)
        VALUES ($1, gen_random_uuid(), 'aws', 'role', 'paused', '2', 'beta', 'AWS beta', $2, now())`,
      [company, olga.id],
    );
    const { items } = (await olga.get(at("/evidence?source=AWS%20acme"))).body;
    const exhibit = items[0] as { readonly id: string; readonly exhibit: string };
    const { response } = await olga.send("GET", at(`/evidence/${exhibit.id}/file`));
    const { results } = JSON.parse(await response.text()) as { results: readonly { readonly reason: string }[] };
    const all: (Line & { readonly system: string })[] = (await olga.get(at(`/prefilled-reviews/${review}`))).body.lines;
    const seen = all.filter((line) => line.read !== null);
    expect(seen.length).toBeGreaterThan(0);
    for (const { read: line } of seen) {
      expect(line).toMatchObject({
        source: "AWS acme",
        exhibit: exhibit.exhibit,
        evidenceId: exhibit.id,
        at: moment.toISOString(),
      });
      // What the exhibit itself says.
      const { reason: words } = line as { readonly reason: string };
      expect([words, results.some(({ reason }) => words.includes(reason))]).toEqual([words, true]);
    }
    const say = (keys: readonly string[]) =>
      olga.post(at(`/prefilled-reviews/${review}`), {
        lines: keys,
        fields: { conclusion: "As it should be.", reviewerIds: [reviewer] },
      });
    const unread = all.filter((line) => line.read === null);
    expect(unread.map(({ system }) => system)).toContain("AWS beta");
    for (const line of unread) {
      const { status, body } = await say([...seen, line].map(({ key }) => key));
      expect([line.key, status, body.code]).toEqual([line.key, 409, "review-unread"]);
      expect(body.message).toContain(`${line.part} in ${line.system}`);
    }
    expect((await olga.get(at("/registers/tests/records"))).body.total).toBe(0);
    const { status, body } = await say(seen.map(({ key }) => key));
    expect([status, body.fields?.reviewOf]).toEqual([200, review]);
    expect(body.fields.exhibits).toEqual([exhibit.exhibit]);
    expect(body.fields.seen).toHaveLength(seen.length);
    for (const words of body.fields.seen)
      expect(words).toContain(`(AWS acme, ${exhibit.exhibit}, ${moment.toISOString().slice(0, 10)} `);
    expect(body.fields.notRead).toHaveLength(unread.length);
  },
);

test("what a review looks at is taken from nobody: a record that says it was seen is refused", async () => {
  const fields = {
    title: "R",
    kind: "review",
    doneOn: "2026-01-02",
    by: "inside",
    testerIds: [reviewer],
    seen: ["All well"],
  };
  expect((await olga.post(at("/registers/tests/records"), { fields })).status).toBe(400);
  expect(await conclude(["confidentiality.external-sharing/files/nowhere"])).toMatchObject({
    status: 409,
    body: { code: "review-line-gone" },
  });
});
