import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ConnectorCheck } from "#connectors/check.ts";
import type { Step } from "#connectors/connector.ts";
import { CursorRefused } from "#connectors/http.ts";
import { after, claimRun, collectingWorld, whenAskedFor } from "#tests/support/collecting.ts";
import type { CollectingWorld } from "#tests/support/collecting.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { vendorConnector, vendorOnly } from "#tests/support/vendor.ts";
import { asCaller } from "../db/as-caller.ts";
import type { Claim } from "./claims.ts";
import { collectDue } from "./collect-due.ts";
import { collectNow } from "./collect-now.ts";
import { readExhibit } from "./last-run.ts";
import type { LastRun } from "./last-run.ts";
import { runCollection } from "./run-collection.ts";

let world: CollectingWorld;
let company: string;
let connection: string;
let made = 0;

const admin: CollectingWorld["admin"] = (text, values) => world.admin(text, values);
const collectAt = (hours: number) => world.collectAt(hours);
const runs = () => world.runs(company);
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

beforeAll(async () => {
  world = await collectingWorld(await freshDatabase());
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  const found = await world.found(`Collected ${(made += 1)}`);
  company = found.companyId;
  [connection] = found.connectionIds as [string];
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

test("S8: collection that a limit refuses fails its hour and says so, files nothing, and goes on when there is room", async () => {
  await collectAt(1);
  const items = () => admin("SELECT count(*)::int AS n FROM app.evidence WHERE company_id = $1", [company]);
  const filed = await items();
  await admin("INSERT INTO app.limit_overrides (company_id, key, most) VALUES ($1, 'collected', 0)", [company]);
  await collectAt(2);
  expect((await runs()).map((run) => [run.state, run.failure])).toEqual([
    ["done", null],
    ["failed", "limit-for-now"],
  ]);
  expect(await items()).toEqual(filed);
  // What ends a run badly is on the record however full that is, and so is that there is no room.
  expect(await admin("SELECT event FROM app.ledger_acts WHERE company_id = $1", [company])).toContainEqual({
    event: "connection.failed",
  });
  await admin("DELETE FROM app.limit_overrides WHERE company_id = $1", [company]);
  await collectAt(3);
  expect((await runs()).map((run) => run.state)).toEqual(["done", "failed", "done"]);
});

test("a run that a stopping worker hands back goes on where it stopped, and comes to what an undisturbed one does", async () => {
  const stopping = new AbortController();
  const openVendorClient = whenAskedFor(world.deps, "/buckets?page=2", async () =>
    stopping.abort(new Error("stopping")),
  );
  world.setNow(after(1));
  await collectDue({ ...world.deps, openVendorClient }, stopping.signal);
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

test.each([
  ["settings", "settings = '{\"days\": 30}'"],
  ["account", "account_id = NULL"],
  ["way in", "method = 'app'"],
])("a run never goes on under another %s with what was read before", async (_, change) => {
  const stopping = new AbortController();
  const openVendorClient = whenAskedFor(world.deps, "/buckets?page=2", async () =>
    stopping.abort(new Error("stopping")),
  );
  world.setNow(after(1));
  await collectDue({ ...world.deps, openVendorClient }, stopping.signal);
  await admin(`UPDATE app.connections SET ${change} WHERE id = $1`, [connection]);
  world.vendor.asked.length = 0;
  await collectAt(1.1);
  expect(world.vendor.asked.filter((path) => path.startsWith("/buckets"))).toHaveLength(3);
  expect(await runs()).toMatchObject([{ state: "done", items: 7 }]);
});

test("a place in a list that the vendor no longer knows makes the step begin again, once", async () => {
  const stopping = new AbortController();
  const stops = whenAskedFor(world.deps, "/buckets?page=2", async () => stopping.abort(new Error("stopping")));
  world.setNow(after(1));
  await collectDue({ ...world.deps, openVendorClient: stops }, stopping.signal);
  let refused = 0;
  const ended = (times: number) =>
    whenAskedFor(world.deps, "/buckets?page=2", async () => {
      if ((refused += 1) <= times) throw new CursorRefused("failed", "400 Bad Request at /buckets", 400);
    });
  // A bucket that is gone since is not kept from before.
  delete world.vendor.state.buckets["alpha"];
  world.vendor.asked.length = 0;
  await collectDue({ ...world.deps, openVendorClient: ended(1) }, new AbortController().signal);
  const pages = world.vendor.asked.filter((path) => path.startsWith("/buckets"));
  expect(pages).toEqual(["/buckets?page=0", "/buckets?page=1"]);
  const [run] = await runs();
  expect(run).toMatchObject({ state: "done", items: 6 });
  expect(run.steps[0]).toMatchObject({ status: "complete", items: 4 });
  expect((await observed()).map(({ subject }) => subject.label)).toEqual([
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "ana",
    "ben",
  ]);
});

test("other settings make costly steps due at once, and nothing counts as changed by them", async () => {
  await collectAt(1);
  await collectAt(2);
  world.vendor.asked.length = 0;
  await admin('UPDATE app.connections SET settings = \'{"b": 1, "a": [1, 2]}\' WHERE company_id = $1', [company]);
  delete world.vendor.state.members["ben"];
  await collectAt(3);
  expect(world.vendor.asked).toContain("/members");
  expect((await observed()).map(({ subject }) => subject.id)).not.toContain("u-ben");
  expect(await admin("SELECT 1 FROM app.resource_changes WHERE company_id = $1", [company])).toEqual([]);
  world.vendor.asked.length = 0;
  await collectAt(4);
  expect(world.vendor.asked).not.toContain("/members");
});

test("a later step and a check read what a step that rests brought hours ago, with its own time", async () => {
  const [buckets, members] = vendorConnector.steps as [Step, Step];
  const told: string[][] = [];
  const reading: Step = {
    ...buckets,
    collect: (context) => {
      told.push(context.items("member").map(({ subject }) => subject.label));
      return buckets.collect(context);
    },
  };
  const both: ConnectorCheck = {
    ...vendorConnector.checks[0]!,
    id: "vendor.both",
    steps: ["members", "buckets"],
    judge: ({ items }) =>
      items("member").map(({ subject, observedAt }) => ({
        resource: subject,
        outcome: items("bucket").some(({ data }) => (data as { isPublic: boolean }).isPublic) ? "fail" : "pass",
        observed: `${items("bucket").length} buckets beside somebody seen at ${observedAt}`,
        wanted: "no public bucket",
      })),
  };
  const connectors = vendorOnly({ ...vendorConnector, steps: [members, reading], checks: [both] });
  const collect = async (hours: number) => {
    world.setNow(after(hours));
    await collectDue({ ...world.deps, connectors }, new AbortController().signal);
  };
  await collect(1);
  world.vendor.asked.length = 0;
  world.vendor.state.buckets["beta"] = true;
  await collect(2);
  expect(world.vendor.asked).not.toContain("/members");
  expect(told).toEqual([
    ["ana", "ben"],
    ["ana", "ben"],
  ]);
  expect((await runs()).map(({ outcomes }) => outcomes)).toEqual([
    { "vendor.both": "pass" },
    { "vendor.both": "fail" },
  ]);
  const [check] = await admin("SELECT open, observed_at FROM app.connection_checks WHERE company_id = $1", [company]);
  expect(check.open[0].observed).toBe(`5 buckets beside somebody seen at ${after(1).toISOString()}`);
  // It rests on what is an hour old, and says so.
  expect(check.observed_at).toEqual(after(1));
});

test("a worker whose claim went to another one publishes nothing, and what it stored is removed", async () => {
  world.setNow(after(1));
  await admin("SELECT app.plan_collections($1, 60)", [after(1)]);
  const claim = (await claimRun(world.deps, after(1)))!;
  expect(claim.companyId).toBe(company);
  const openVendorClient = whenAskedFor(world.deps, "/members", async () => {
    await admin("UPDATE app.collection_runs SET worker = gen_random_uuid() WHERE id = $1", [claim.runId]);
  });
  await runCollection({ ...world.deps, openVendorClient }, claim, new AbortController().signal);
  expect(await runs()).toMatchObject([{ state: "working", number: null }]);
  expect(await admin("SELECT * FROM app.evidence WHERE company_id = $1", [company])).toEqual([]);
  expect(
    await admin("SELECT event FROM app.ledger_acts WHERE company_id = $1 AND event LIKE 'connection.%'", [company]),
  ).toEqual([]);
});

test("a connection reaches nothing that another one has collected or is opened by", async () => {
  const { companyId, connectionIds } = await world.found(`Two ${made}`, 2);
  const [own, other] = connectionIds as [string, string];
  await admin(
    `WITH run AS (INSERT INTO app.collection_runs (company_id, connection_id, slot, reason) VALUES ($1, $2, now(), 'scheduled') RETURNING id)
      INSERT INTO app.collection_parts (company_id, connection_id, run_id, step, seq, sealed, created_at) SELECT $1, $2, id, 's', 0, '', now() FROM run`,
    [companyId, other],
  );
  await admin("INSERT INTO app.connection_secrets VALUES ($1, $2, 1, '', now())", [companyId, other]);
  await admin("INSERT INTO app.collection_cache VALUES ($1, $2, sha256('x'), 'e', '', now())", [companyId, other]);
  const as = (text: string) =>
    asCaller(
      world.deps.databases.user,
      { userId: own, companyId },
      async (tx) => (await sql.raw(text).execute(tx)).rows,
    );
  for (const table of ["connection_secrets", "collection_parts", "collection_cache"]) {
    expect(await as(`SELECT * FROM app.${table}`), table).toEqual([]);
    expect(await as(`DELETE FROM app.${table} RETURNING 1`), table).toEqual([]);
  }
  const others = `WHERE connection_id = '${other}' RETURNING 1`;
  expect(await as(`UPDATE app.collection_runs SET state = 'done' ${others}`)).toEqual([]);
  expect(await as(`UPDATE app.connections SET state = 'paused' WHERE id = '${other}' RETURNING 1`)).toEqual([]);
  await expect(
    as(`INSERT INTO app.connection_secrets VALUES ('${companyId}', '${other}', 2, '', now())`),
  ).rejects.toThrow(/row-level security/);
});

test("a result stands under a connection's name only if that connection filed what it rests on", async () => {
  const { companyId, connectionIds, ownerId } = await world.found(`Named ${made}`, 2);
  const [first, two] = connectionIds as [string, string];
  // Both are of the one account that stands here.
  await admin("UPDATE app.connections SET account_id = NULL WHERE company_id = $1", [companyId]);
  await collectAt(1);
  const items = await admin("SELECT id, filed_by FROM app.evidence WHERE company_id = $1", [companyId]);
  const itemOf = (who: string) => items.find(({ filed_by }) => filed_by === who)!.id;
  const insert = async (userId: string, item: string, source: string) => {
    const { databases } = world.deps;
    await asCaller(databases.user, { userId, companyId }, (tx) =>
      sql`INSERT INTO app.check_results (company_id, evidence_id, check_id, check_version, source, outcome, reason, observed_at, valid_until)
        VALUES (${companyId}, ${item}, 'access.joiners', 1, ${source}, 'pass', '', now(), now())`.execute(tx),
    );
  };
  const refused = /row-level security/;
  await expect(insert(ownerId, itemOf(first), "GitHub (acme 1)")).rejects.toThrow(refused);
  await expect(insert(two, itemOf(two), "GitHub (acme 1)")).rejects.toThrow(refused);
  await expect(insert(two, itemOf(first), "GitHub (acme 2)")).rejects.toThrow(refused);
  await expect(insert(two, itemOf(two), "Prowler")).rejects.toThrow(refused);
  await insert(two, itemOf(two), "GitHub (acme 2)");
  await insert(ownerId, itemOf(first), "Prowler");
});

test("nobody who asks for a run says what it brought, and no connection takes the place of an item or asks for an export", async () => {
  const { companyId, connectionIds, ownerId } = await world.found(`Bounds ${made}`);
  const [connectionId] = connectionIds as [string];
  const as = async (userId: string, text: string) =>
    await asCaller(world.deps.databases.user, { userId, companyId }, (tx) => sql.raw(text).execute(tx));
  const run = `'${companyId}', '${connectionId}', now(), 'asked', '${ownerId}'`;
  await expect(
    as(
      ownerId,
      `INSERT INTO app.collection_runs (company_id, connection_id, slot, reason, requested_by, observed_at) VALUES (${run}, now())`,
    ),
  ).rejects.toThrow(/permission denied/);
  await expect(
    as(ownerId, `INSERT INTO app.connection_secrets VALUES ('${companyId}', '${connectionId}', 9, '', now())`),
  ).rejects.toThrow(/row-level security/);
  const exported = (who: string) =>
    as(
      who,
      `INSERT INTO app.exports (company_id, id, requested_by, ledger_size) VALUES ('${companyId}', gen_random_uuid(), '${who}', 0)`,
    );
  await exported(ownerId);
  await expect(exported(connectionId)).rejects.toThrow(/row-level security/);
  const filed = (who: string, supersedes: string) =>
    as(
      who,
      `SELECT * FROM app.file_evidence('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}',
        '{}', '{}', 1, '{}', '{}', '{}', '{}', ${supersedes})`,
    );
  await filed(connectionId, "'{}'");
  await filed(ownerId, "ARRAY[gen_random_uuid()]");
  await expect(filed(connectionId, "ARRAY[gen_random_uuid()]")).rejects.toThrow(/not allowed to file/);
});

test("the command collects from what is connected, says what came of each, and ends with 1 when one failed", async () => {
  const lines: string[] = [];
  world.setNow(after(0.1));
  const collect = () => collectNow(world.deps, `collected-${made}`, (line) => void lines.push(line));
  expect(await collect()).toBe(0);
  world.vendor.state.refuses["/account"] = 500;
  world.setNow(after(0.2));
  expect(await collect()).toBe(1);
  expect(lines).toEqual([
    `collected-${made}: GitHub, GitHub (acme 1): 2 of 2 parts complete, 7 items, EX-000001.`,
    "1 collected, 0 failed.",
    `collected-${made}: GitHub, GitHub (acme 1): failed. GitHub could not be reached. We try again every hour.`,
    "0 collected, 1 failed.",
  ]);
});
