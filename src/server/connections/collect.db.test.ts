import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BEGIN, collectingWorld } from "#tests/support/collecting.ts";
import type { CollectingWorld } from "#tests/support/collecting.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { readControlStates } from "../evidence/control-states.ts";
import { asCaller } from "../db/as-caller.ts";
import { claimRun } from "./claims.ts";
import { collectDue } from "./collect-due.ts";
import type { Claim } from "./claims.ts";
import { readExhibit } from "./last-run.ts";
import type { LastRun } from "./last-run.ts";
import { runCollection } from "./run-collection.ts";
import type { OpenWayOut } from "./way-out.ts";

let world: CollectingWorld;
let company: string;
let connection: string;
let owner: string;
let made = 0;

const HOUR = 3_600_000;
const admin = async (text: string, values: unknown[] = []) => (await world.database.admin.query(text, values)).rows;
const after = (hours: number) => new Date(BEGIN.getTime() + hours * HOUR);
const collectAt = async (hours: number) => {
  world.setNow(after(hours));
  await collectDue(world.deps, new AbortController().signal);
};
const runs = () =>
  admin(
    `SELECT r.slot, r.state, r.unchanged, r.failure, r.attempts, r.items, r.steps, r.outcomes, r.worker, e.number
      FROM app.collection_runs r LEFT JOIN app.evidence e ON e.company_id = r.company_id AND e.id = r.evidence_id
      WHERE r.company_id = $1 ORDER BY r.slot`,
    [company],
  );

const stateOf = async (controlId: string) => {
  const caller = { userId: owner, companyId: company };
  const states = await asCaller(world.deps.databases.user, caller, (tx) =>
    readControlStates(tx, company, world.deps.now()),
  );
  return states.find(({ control }) => control.id === controlId)!;
};
/** What the items of the newest exhibit are, without times. */
const observed = async () => {
  const last = await admin(
    "SELECT DISTINCT ON (connection_id) * FROM app.collection_runs WHERE company_id = $1 AND state = 'done' ORDER BY connection_id, slot DESC",
    [company],
  );
  const claim = { companyId: company, connectionId: connection } as Claim;
  const document = await readExhibit(world.deps, claim, { evidenceId: last[0].evidence_id } as LastRun);
  return document!.items.map(({ observedAt: _, ...item }) => item);
};
/** The way out, with something that happens just before this is asked for. */
const whenAskedFor =
  (wanted: string, happens: () => Promise<void>): OpenWayOut =>
  async (...run) => {
    const way = await world.deps.openWayOut(...run);
    const send: typeof way.http.send = async (request) => {
      const page = request.query?.["page"];
      if (`${request.path}${page === undefined ? "" : `?page=${String(page)}`}` === wanted) await happens();
      return await way.http.send(request);
    };
    return { ...way, http: { send } };
  };
const BUCKETS = "XC-13";

beforeAll(async () => {
  world = await collectingWorld(await freshDatabase());
});
afterAll(() => world.close());
beforeEach(async () => {
  await admin("UPDATE app.connections SET state = 'paused' WHERE state = 'connected'");
  Object.assign(world.vendor.state, {
    buckets: { alpha: false, beta: false, gamma: false, delta: false, epsilon: false },
    refuses: {},
    scopes: ["buckets:read", "members:read"],
    account: "acct-1",
  });
  world.setNow(BEGIN);
  const found = await world.found(`Collected ${(made += 1)}`);
  company = found.companyId;
  owner = found.ownerId;
  [connection] = found.connectionIds as [string];
});

test("an hour's run files what was observed, with verdicts that rest on it, and says so in the ledger", async () => {
  world.vendor.state.buckets["beta"] = true;
  await collectAt(1);
  const [run] = await runs();
  expect(run).toMatchObject({ state: "done", unchanged: false, items: 7, number: 1, failure: null });
  expect(run.outcomes).toEqual({ "vendor.bucket.private": "fail", "vendor.member.mfa": "pass" });
  const results = await admin(
    "SELECT check_id, outcome, source FROM app.check_results WHERE company_id = $1 ORDER BY 1",
    [company],
  );
  expect(results).toEqual([
    { check_id: "auth.mfa-enforced", outcome: "pass", source: "GitHub (acme 1)" },
    { check_id: "confidentiality.no-public-storage", outcome: "fail", source: "GitHub (acme 1)" },
  ]);
  const acts = await admin("SELECT event, actor_id FROM app.ledger_acts WHERE company_id = $1", [company]);
  expect(acts).toContainEqual({ event: "connection.collected", actor_id: connection });
  expect(await admin("SELECT * FROM app.collection_parts WHERE company_id = $1", [company])).toEqual([]);
});

test("hours in which nothing changed renew the item that says so, until it is a day old", async () => {
  for (const hour of [1, 2, 3]) await collectAt(hour);
  expect((await runs()).map(({ unchanged, number }) => [unchanged, number])).toEqual([
    [false, 1],
    [true, 1],
    [true, 1],
  ]);
  const [check] = (await stateOf(BUCKETS)).checks;
  const [{ observed_at: third }] = await admin(
    "SELECT max(observed_at) AS observed_at FROM app.collection_runs WHERE company_id = $1",
    [company],
  );
  expect(check!.observedAt).toEqual(third);
  expect(check!.validUntil.getTime() - check!.observedAt.getTime()).toBe(31 * 24 * HOUR);
  world.setNow(after(31 * 24 + 2.5));
  expect((await stateOf(BUCKETS)).status, "the first hour's result alone would be too old").toBe("passing");
});

test("a day later there is a new item, though nothing changed", async () => {
  await collectAt(1);
  await admin("UPDATE app.connections SET planned_until = $2 WHERE id = $1", [connection, after(24)]);
  await collectAt(25);
  expect((await runs()).map(({ unchanged, number }) => [unchanged, number])).toEqual([
    [false, 1],
    [false, 2],
  ]);
});

test("a resource that changed is told with the two runs between which it did; the first run tells of none", async () => {
  await collectAt(1);
  world.vendor.state.buckets = { alpha: false, beta: true, gamma: false, delta: false, zeta: false };
  await collectAt(2);
  const changes = await admin(
    "SELECT label, was, became, observed, after, before FROM app.resource_changes WHERE company_id = $1 ORDER BY label",
    [company],
  );
  expect(changes.map(({ label, was, became }) => [label, was, became])).toEqual([
    ["beta", "pass", "fail"],
    ["epsilon", "pass", null],
    ["zeta", null, "pass"],
  ]);
  expect(changes[0]).toMatchObject({ observed: "public", after: after(1), before: after(2) });
  expect((await stateOf(BUCKETS)).status).toBe("failing");
  const [check] = await admin(
    "SELECT since, failing, open, last_passed_at FROM app.connection_checks WHERE company_id = $1 AND check_id = 'vendor.bucket.private'",
    [company],
  );
  expect(check).toMatchObject({ since: after(2), failing: 1, last_passed_at: after(1) });
  expect(check.open).toEqual([
    { type: "bucket", id: "b-beta", label: "beta", outcome: "fail", observed: "public", wanted: "private" },
  ]);
});

test("a step that was denied leaves its checks unknown and the others as they are, and nothing is called gone", async () => {
  await collectAt(1);
  world.vendor.state.refuses["/buckets"] = 403;
  await collectAt(2);
  const [, second] = await runs();
  expect(second.state).toBe("done");
  expect(second.steps[0]).toMatchObject({
    step: "buckets",
    status: "denied",
    missing: ["buckets:read"],
    detail: "403 Forbidden at /buckets",
  });
  expect(second.outcomes).toEqual({ "vendor.bucket.private": "unknown", "vendor.member.mfa": "pass" });
  expect(await admin("SELECT * FROM app.resource_changes WHERE company_id = $1", [company])).toEqual([]);
  expect((await stateOf(BUCKETS)).status).toBe("needs evidence");
});

test("a costly step that is not due keeps its items with their own time, and is read again when it is", async () => {
  await collectAt(1);
  world.vendor.asked.length = 0;
  world.vendor.state.buckets["beta"] = true;
  await collectAt(2);
  expect(world.vendor.asked.filter((path) => path.startsWith("/members"))).toEqual([]);
  expect((await runs())[1].items).toBe(7);
  expect((await runs())[1].steps[1]).toMatchObject({ step: "members", startedAt: after(1).toISOString() });
  await admin("UPDATE app.connections SET planned_until = $2 WHERE id = $1", [connection, after(6)]);
  await collectAt(7);
  expect(world.vendor.asked).toContain("/members");
});

test.each([
  ["refused credentials", { refuses: { "/account": 401 } }, "connection-refused"],
  ["a grant that can write", { scopes: ["buckets:write"] }, "connection-can-write"],
  ["another account", { account: "acct-9" }, "connection-other-account"],
] as const)("%s end the run and the collecting until somebody looks after it", async (_, change, failure) => {
  Object.assign(world.vendor.state, change);
  await collectAt(1);
  await collectAt(2);
  expect((await runs()).map((run) => [run.state, run.failure])).toEqual([
    ["failed", failure],
    ["missed", failure],
  ]);
  const [row] = await admin("SELECT state, attention FROM app.connections WHERE id = $1", [connection]);
  expect(row).toEqual({ state: "needs attention", attention: failure });
  expect(await admin("SELECT event FROM app.ledger_acts WHERE company_id = $1", [company])).toContainEqual({
    event: "connection.failed",
  });
});

test("a vendor that cannot be reached fails the hour, and the next one is tried all the same", async () => {
  world.vendor.state.refuses["/account"] = 500;
  await collectAt(1);
  world.vendor.state.refuses = {};
  await collectAt(2);
  expect((await runs()).map((run) => [run.state, run.failure])).toEqual([
    ["failed", "connection-unreachable"],
    ["done", null],
  ]);
});

test("a run that a stopping worker hands back goes on where it stopped, and comes to what an undisturbed one does", async () => {
  const stopping = new AbortController();
  const openWayOut = whenAskedFor("/buckets?page=2", async () => stopping.abort(new Error("stopping")));
  world.setNow(after(1));
  await collectDue({ ...world.deps, openWayOut }, stopping.signal);
  expect(await runs()).toMatchObject([{ state: "waiting", attempts: 0 }]);
  world.vendor.asked.length = 0;
  await collectAt(1.1);
  expect(
    world.vendor.asked.filter((path) => path.startsWith("/buckets")),
    "what was read is not read again",
  ).toEqual(["/buckets?page=2"]);
  const resumed = await observed();
  const undisturbed = await world.found(`Undisturbed ${made}`);
  [company, connection] = [undisturbed.companyId, undisturbed.connectionIds[0]!];
  await collectAt(2.2);
  expect(resumed).toEqual(await observed());
});

test("a worker whose claim went to another one publishes nothing, and what it stored is removed", async () => {
  world.setNow(after(1));
  await admin("SELECT app.plan_collections($1, 60)", [after(1)]);
  const claim = (await claimRun(world.deps.databases.worker, after(1), 60))!;
  expect(claim.companyId).toBe(company);
  const openWayOut = whenAskedFor("/members", async () => {
    await admin("UPDATE app.collection_runs SET worker = gen_random_uuid() WHERE id = $1", [claim.runId]);
  });
  await runCollection({ ...world.deps, openWayOut }, claim, new AbortController().signal);
  expect(await runs()).toMatchObject([{ state: "working", number: null }]);
  expect(await admin("SELECT * FROM app.evidence WHERE company_id = $1", [company])).toEqual([]);
  expect(
    await admin("SELECT event FROM app.ledger_acts WHERE company_id = $1 AND event LIKE 'connection.%'", [company]),
  ).toEqual([]);
});

test("results of a connection that was ended count until they are too old, and are then asked for no more", async () => {
  await collectAt(1);
  await admin("UPDATE app.connections SET state = 'disconnected', disconnected_at = $2 WHERE id = $1", [
    connection,
    after(2),
  ]);
  world.setNow(after(30));
  expect((await stateOf(BUCKETS)).status).toBe("passing");
  world.setNow(after(24 * 40));
  const old = await stateOf(BUCKETS);
  expect(old.checks).toEqual([]);
  expect(old.reason).not.toContain("too long ago to count");
});
