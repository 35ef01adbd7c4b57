import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import type { Step } from "#connectors/connector.ts";
import { after, collectingWorld } from "#tests/support/collecting.ts";
import type { CollectingWorld } from "#tests/support/collecting.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { findEntries, findNames } from "../activity/record.ts";
import { vendorConnector, vendorOnly } from "#tests/support/vendor.ts";
import { asCaller } from "../db/as-caller.ts";
import { collectDue } from "./collect-due.ts";
import { readControlStates } from "../controls/control-states.ts";

let world: CollectingWorld;
let company: string;
let connection: string;
let owner: string;
let made = 0;

const admin: CollectingWorld["admin"] = (text, values) => world.admin(text, values);
const collectAt = (hours: number) => world.collectAt(hours);
const runs = () => world.runs(company);
const HOUR = 3_600_000;
const BUCKETS = "XC-13";
const stateOf = async (controlId: string) => {
  const caller = { userId: owner, companyId: company };
  const states = await asCaller(world.deps.databases.user, caller, (tx) =>
    readControlStates(tx, company, world.deps.now()),
  );
  return states.find(({ control }) => control.id === controlId)!;
};

const bucketsCheck = async () =>
  (await stateOf(BUCKETS)).checks.find(({ checkId }) => checkId === "confidentiality.private-repositories")!;

beforeAll(async () => {
  world = await collectingWorld(await freshDatabase());
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
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
    "SELECT check_id, aspect, rule, outcome, source FROM app.check_results WHERE company_id = $1 ORDER BY 1",
    [company],
  );
  expect(results).toEqual([
    { check_id: "auth.mfa-enforced", aspect: "enrolled", rule: 2, outcome: "pass", source: "GitHub (acme 1)" },
    {
      check_id: "confidentiality.private-repositories",
      aspect: "repositories",
      rule: 2,
      outcome: "fail",
      source: "GitHub (acme 1)",
    },
  ]);
  const acts = await admin("SELECT event, actor_id FROM app.ledger_acts WHERE company_id = $1", [company]);
  expect(acts).toContainEqual({ event: "connection.collected", actor_id: connection });
  expect(await admin("SELECT * FROM app.collection_parts WHERE company_id = $1", [company])).toEqual([]);
  const told = await asCaller(world.deps.databases.user, { userId: owner, companyId: company }, async (tx) =>
    findEntries(tx, { companyId: company, limit: 9 }, await findNames(tx, company)),
  );
  expect(told.find(({ event }) => event === "connection.collected")).toMatchObject({
    person: { name: "Exhibit" },
    sentence: "collected from GitHub (acme), on file as EX-000001",
  });
  expect(told.find(({ event }) => event === "evidence.filed")?.person?.name).toBe("Exhibit");
});

test("hours in which nothing changed renew the item that says so, until it is a day old", async () => {
  for (const hour of [1, 2, 3]) await collectAt(hour);
  expect((await runs()).map(({ unchanged, number }) => [unchanged, number])).toEqual([
    [false, 1],
    [true, 1],
    [true, 1],
  ]);
  const check = (await stateOf(BUCKETS)).checks.find(({ decisive }) => decisive)?.decisive;
  const [{ observed_at: third }] = await admin(
    "SELECT max(observed_at) AS observed_at FROM app.collection_runs WHERE company_id = $1",
    [company],
  );
  expect(check!.observedAt).toEqual(third);
  expect(check!.validUntil.getTime() - check!.observedAt.getTime()).toBe(31 * 24 * HOUR);
  world.setNow(after(31 * 24 + 2.5));
  expect((await bucketsCheck()).outcome, "the first hour's result alone would be too old").toBe("pass");
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

test("a file that is lost or damaged is collected again within the hour, though nothing changed", async () => {
  await collectAt(1);
  const blob = async () => {
    const [{ blob_key: key }] = await admin(
      "SELECT s.blob_key FROM app.evidence s WHERE s.company_id = $1 ORDER BY s.number DESC LIMIT 1",
      [company],
    );
    return path.join(world.folder, key);
  };
  await rm(await blob());
  await collectAt(2);
  const bytes = await readFile(await blob());
  bytes[bytes.length - 1]! ^= 1;
  await writeFile(await blob(), bytes);
  await collectAt(3);
  await collectAt(4);
  expect((await runs()).map(({ unchanged, number, failure }) => [unchanged, number, failure])).toEqual([
    [false, 1, null],
    [false, 2, null],
    [false, 3, null],
    [true, 3, null],
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

test("what a connection that ended answered grows stale and says so: its system stays in scope", async () => {
  await collectAt(1);
  await admin("UPDATE app.connections SET state = 'disconnected', disconnected_at = $2 WHERE id = $1", [
    connection,
    after(2),
  ]);
  world.setNow(after(30));
  expect((await bucketsCheck()).outcome).toBe("pass");
  world.setNow(after(24 * 40));
  const old = await stateOf(BUCKETS);
  expect(old.status).toBe("needs evidence");
  expect(old.reason).toMatch(/repositories of .+ were last read on .+, too long ago to count\./);
});

test.each([
  ["failed", () => (world.vendor.state.members["ana"] = false), "failing"],
  ["could not be read", () => (world.vendor.state.refuses["/members"] = 403), "needs evidence"],
])("an item that says what %s makes nothing pass once its results are too old", async (_, happens, status) => {
  happens();
  await collectAt(1);
  const [signIns, days] = ["XC-08", 24];
  expect((await stateOf(signIns)).status).toBe(status);
  await admin("UPDATE app.connections SET state = 'disconnected', disconnected_at = $2 WHERE id = $1", [
    connection,
    after(2),
  ]);
  // As an item alone it would count for this control for three months, and results count for one.
  for (const day of [30.9, 31.1, 40, 91]) {
    world.setNow(after(days * day));
    expect((await stateOf(signIns)).status, `on day ${day}`).toBe(day < 31 ? status : "needs evidence");
  }
});

test("a run keeps what it shows of figures that policies promise", async () => {
  const [buckets, members] = vendorConnector.steps as [Step, Step];
  const kind = "github.secret-alert";
  const alerts: Step = {
    ...buckets,
    id: "alerts",
    kinds: [kind],
    async *collect(context) {
      const answer = await context.http.send({ endpoint: "api", path: "/members" });
      const subject = { type: "alert", id: "1", label: "A token" };
      yield { kind, subject, data: { openedAt: "2020-01-01T00:00:00Z" }, observedAt: answer.at };
    },
  };
  const manifest = {
    ...vendorConnector.manifest,
    kinds: { ...vendorConnector.manifest.kinds, [kind]: z.strictObject({ openedAt: z.string() }) },
  };
  const connectors = vendorOnly({ ...vendorConnector, manifest, steps: [buckets, members, alerts] });
  world.setNow(after(1));
  await collectDue({ ...world.deps, connectors }, new AbortController().signal);
  const [run] = await admin("SELECT shown_figures FROM app.collection_runs WHERE company_id = $1", [company]);
  expect(run.shown_figures).toEqual([{ check: "auth.no-secrets-in-code", of: "A token", value: expect.any(Number) }]);
  expect(run.shown_figures[0].value).toBeGreaterThan(24 * 365);
});
