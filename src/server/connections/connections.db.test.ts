import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installedConnectors } from "#server/connections/connectors.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { sampleConnector } from "#tests/support/sample-connector.ts";

let running: RunningApp;

beforeAll(async () => {
  running = await runApp({ connectors: installedConnectors(() => true, [sampleConnector()]) });
});

afterAll(() => running.close());

const NOW = new Date("2026-03-05T12:30:00Z");

async function connected(name: string) {
  const owner = await running.person(name);
  const company = await owner.found(`${name} & Co`);
  const id = randomUUID();
  await running.database.admin.query(
    `INSERT INTO app.connections (company_id, id, provider, method, state, typed, account_id, account_label, granted, created_by, connected_at)
     VALUES ($1, $2, 'github', 'token', 'connected', '{"organization":"acme"}', '42', 'acme', '{members:read}', $3, now())`,
    [company, id, owner.id],
  );
  return { owner, company, id, of: (path: string) => `/companies/${company}/connections/${id}${path}` };
}

test("every provider is listed, with the ways to connect it and the accounts that are", async () => {
  const { owner, company, id } = await connected("Ada");
  const { body } = await owner.get(`/companies/${company}/connections`);
  expect(body).toHaveLength(6);
  const [github, aws] = body;
  expect(github.methods[0].fields[1]).toMatchObject({ name: "token", secret: true, pattern: String.raw`^\S{8,200}$` });
  expect(github.methods[0].instructions[1]).toBe(`Send people to \`${running.url}/integrations/callback/github\`.`);
  expect(github.connections).toMatchObject([{ id, accountLabel: "acme", state: "connected", running: null }]);
  expect(aws).toMatchObject({ provider: "aws", methods: [], connections: [] });
});

test("the last 24 hours say what each brought, and a missed one is named", async () => {
  const { owner, company, id, of } = await connected("Ben");
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 5, hour, 10));
  const add = (hour: number, state: string, statuses: string[]) =>
    running.database.admin.query(
      `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, state, steps, finished_at, outcomes)
       VALUES ($1, $2, $3, 'scheduled', $4, $5, $3, '{"a":"pass","b":"fail","c":"not applicable"}')`,
      [company, id, at(hour), state, JSON.stringify(statuses.map((status) => report(status)))],
    );
  await add(8, "done", ["complete", "complete"]);
  await add(9, "done", ["complete", "denied"]);
  await add(10, "missed", []);
  await add(11, "failed", []);
  await add(12, "working", []);
  running.setNow(NOW);
  const { body } = await owner.get(of(""));
  running.setNow(undefined);
  const states = body.hours.map((hour: { state: string }) => hour.state);
  expect(states).toEqual([...Array<string>(19).fill("none"), "complete", "partial", "missed", "failed", "open"]);
  expect(body.hours[21].slot).toBe(at(10).toISOString());
  expect(body.running).toMatchObject({ state: "working", slot: at(12).toISOString() });
  expect(body.lastCollectedAt).toBe(at(9).toISOString());
  expect(body.nextRunAt > NOW.toISOString()).toBe(true);
  const first = await owner.get(of("/runs?limit=2"));
  expect(first.body.runs.map((run: { state: string }) => run.state)).toEqual(["working", "failed"]);
  const second = await owner.get(of(`/runs?limit=3&after=${first.body.next}`));
  expect(second.body.runs.map((run: { state: string }) => run.state)).toEqual(["missed", "done", "done"]);
  expect(second.body).toMatchObject({ next: null, runs: [{ failure: "Nothing was collected in this hour." }, {}, {}] });
  expect(second.body.runs[1]).toMatchObject({
    complete: false,
    outcomes: { pass: 1, fail: 1, unknown: 0, notApplicable: 1 },
  });
  const aRun = await owner.get(of(`/runs/${second.body.runs[1].id}`));
  expect(aRun.body.steps).toMatchObject([{ step: "members", title: "Members" }, { status: "denied" }]);
});

test("a connection tells its checks, permissions and settings, and never what is secret", async () => {
  const { owner, company, id, of } = await connected("Cleo");
  const run = randomUUID();
  await running.database.admin.query(
    `INSERT INTO app.collection_runs (company_id, id, connection_id, slot, reason, state) VALUES ($1, $2, $3, now(), 'first', 'done')`,
    [company, run, id],
  );
  await running.database.admin.query(
    `INSERT INTO app.connection_checks (company_id, connection_id, check_id, version, outcome, reason, passing, failing, unknown,
       open, since, observed_at, run_id) VALUES ($1, $2, 'sample.member.mfa', 1, 'fail', 'ben has none.', 3, 1, 0,
       '[{"type":"member","id":"7","label":"ben","outcome":"fail","observed":"no factor","wanted":"a factor"}]', now(), now(), $3)`,
    [company, id, run],
  );
  const { body } = await owner.get(of(""));
  expect(body.checks).toMatchObject([{ outcome: "fail", failing: 1, open: [{ label: "ben", observed: "no factor" }] }]);
  expect(body.outcomes).toEqual({ pass: 0, fail: 1, unknown: 0, notApplicable: 0 });
  expect(body.permissions).toEqual([
    {
      scope: "members:read",
      reads: "members and their roles",
      required: true,
      granted: true,
      checks: ["Every member has a second factor"],
    },
    { scope: "alerts:read", reads: "open alerts", required: false, granted: false, checks: [] },
  ]);
  expect(body.typed).toEqual([{ label: "Organization", value: "acme" }]);
  expect(body.settings).toEqual({ minimum: 1 });
});

test("changes of resources come newest first, page by page, and of one check alone", async () => {
  const { owner, company, id, of } = await connected("Dora");
  const run = randomUUID();
  await running.database.admin.query(
    `INSERT INTO app.collection_runs (company_id, id, connection_id, slot, reason, state) VALUES ($1, $2, $3, now(), 'first', 'done')`,
    [company, run, id],
  );
  await running.database.admin.query(
    `INSERT INTO app.resource_changes (company_id, connection_id, run_id, check_id, resource_type, resource_id, label, was, became,
       observed, wanted, after, before)
     SELECT $1, $2, $3, CASE WHEN n < 5 THEN 'sample.member.mfa' ELSE 'other' END, 'member', n::text, 'm' || n, 'pass', 'fail', 'a', 'b',
       '2026-03-05T10:00Z', '2026-03-05T11:00Z'::timestamptz + n / 3 * interval '1 second' FROM generate_series(1, 6) n`,
    [company, id, run],
  );
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const { body } = await owner.get(of(`/changes?limit=2${next ? `&after=${next}` : ""}`));
    seen.push(...body.changes.map((change: { label: string }) => change.label));
    next = body.next;
  } while (next);
  expect(seen[0]).toBe("m6");
  expect([...seen].sort()).toEqual(["m1", "m2", "m3", "m4", "m5", "m6"]);
  const of1 = await owner.get(of("/changes?checkId=sample.member.mfa"));
  expect(of1.body.changes).toHaveLength(4);
  expect(of1.body.changes[0]).toMatchObject({
    checkTitle: "Every member has a second factor",
    was: "pass",
    became: "fail",
  });
});

test("another company's connection is answered like one that does not exist", async () => {
  const { of } = await connected("Eli");
  const stranger = await running.person("Stan");
  await stranger.found("Stan & Co");
  for (const path of ["", "/runs", "/changes", `/runs/${randomUUID()}`])
    expect((await stranger.get(of(path))).status).toBe(404);
});

function report(status: string) {
  const at = "2026-03-05T09:00:00.000Z";
  return { step: "members", status, pages: 1, items: 1, startedAt: at, endedAt: at, missing: [], detail: "" };
}

test("nobody keeps a vendor busy by asking again and again", async () => {
  const { owner, of } = await connected("Vic");
  const ask = async () => (await owner.post(of("/collect"), {})).status;
  const first = await ask();
  const more = [];
  for (let asked = 1; asked < 20; asked += 1) more.push(await ask());
  expect([first, ...new Set(more)]).toEqual([200, 409]);
  expect(await ask()).toBe(429);
});
