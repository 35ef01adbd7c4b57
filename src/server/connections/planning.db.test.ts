import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BEGIN, claimRun, collectingWorld } from "#tests/support/collecting.ts";
import type { CollectingWorld } from "#tests/support/collecting.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { collectDue } from "./collect-due.ts";
import { nextSlot } from "./slots.ts";

let world: CollectingWorld;
let made = 0;

const HOUR = 3_600_000;
const admin = async (text: string, values: unknown[] = []) => (await world.database.admin.query(text, values)).rows;
const after = (hours: number) => new Date(BEGIN.getTime() + hours * HOUR);
const plan = (hours: number, every = 60) => admin("SELECT app.plan_collections($1, $2)", [after(hours), every]);
const claim = (hours: number) => claimRun(world.deps, after(hours));
const states = async (companyId: string) =>
  (
    await admin("SELECT state FROM app.collection_runs WHERE company_id = $1 ORDER BY connection_id, slot", [companyId])
  ).map(({ state }) => state);
const found = (connections = 1) => world.found(`Planned ${(made += 1)}`, connections);

beforeAll(async () => {
  world = await collectingWorld(await freshDatabase(12));
});
afterAll(() => world.close());
beforeEach(async () => {
  await admin("UPDATE app.connections SET state = 'disconnected', disconnected_at = $1", [BEGIN]);
  world.setNow(BEGIN);
});

test("each connection has one instant in every period, the same for the database and for the server", async () => {
  for (const everyMinutes of [5, 60, 1_440]) {
    for (let tries = 0; tries < 50; tries += 1) {
      const [id, now] = [randomUUID(), new Date(BEGIN.getTime() + tries * 1_234_567)];
      const [{ slot }] = await admin("SELECT app.collection_slot($1, $2, $3) AS slot", [id, everyMinutes, now]);
      expect(slot.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(new Date(slot.getTime() + everyMinutes * 60_000)).toEqual(nextSlot(id, { everyMinutes, now }));
    }
  }
});

test("a slot is planned once however often and by however many it is planned", async () => {
  const { companyId } = await found(3);
  await Promise.all(Array.from({ length: 8 }, () => plan(1)));
  await plan(1);
  expect(await states(companyId)).toEqual(["waiting", "waiting", "waiting"]);
});

test("slots that passed while nobody worked are missed, those of seven days at most, and the newest one waits", async () => {
  const { companyId } = await found();
  await plan(4);
  expect(await states(companyId)).toEqual(["missed", "missed", "missed", "waiting"]);
  await plan(24 * 30);
  const all = await states(companyId);
  expect(all.filter((state) => state === "missed")).toHaveLength(4 + 7 * 24 - 1);
  expect(all.at(-1)).toBe("waiting");
});

test("a paused connection gets no slots, also afterwards; one that needs attention misses its own", async () => {
  const { companyId, connectionIds } = await found(2);
  const [paused, refused] = connectionIds.toSorted();
  await plan(1);
  await admin("UPDATE app.connections SET state = 'paused' WHERE id = $1", [paused]);
  await admin("UPDATE app.connections SET state = 'needs attention', attention = 'connection-refused' WHERE id = $1", [
    refused,
  ]);
  await plan(3);
  await admin("UPDATE app.connections SET state = 'connected', attention = NULL WHERE company_id = $1", [companyId]);
  await plan(4);
  expect(await states(companyId)).toEqual(["missed", "waiting", "missed", "missed", "missed", "waiting"]);
});

test("a run that waits until the next slot comes is missed; one that somebody asked for is not", async () => {
  const { companyId, connectionIds } = await found();
  await plan(1);
  await admin(
    "INSERT INTO app.collection_runs (company_id, connection_id, slot, reason) VALUES ($1, $2, $3, 'asked')",
    [companyId, connectionIds[0], after(1.01)],
  );
  await plan(2);
  expect(
    await admin("SELECT reason, state FROM app.collection_runs WHERE company_id = $1 ORDER BY slot", [companyId]),
  ).toEqual([
    { reason: "scheduled", state: "missed" },
    { reason: "asked", state: "waiting" },
    { reason: "scheduled", state: "waiting" },
  ]);
});

test("a connection has one run under way, and a company with many keeps no other waiting", async () => {
  const large = await found(5);
  const small = await found(1);
  await plan(1);
  await admin("UPDATE app.collection_runs SET slot = slot - interval '1 minute' WHERE company_id = $1", [
    large.companyId,
  ]);
  await admin(
    "INSERT INTO app.collection_runs (company_id, connection_id, slot, reason) VALUES ($1, $2, $3, 'asked')",
    [small.companyId, small.connectionIds[0], after(1)],
  );
  const claims = [];
  for (let claimed = await claim(1); claimed; claimed = await claim(1)) claims.push(claimed);
  expect(claims.slice(0, 2).map(({ companyId }) => companyId)).toEqual([large.companyId, small.companyId]);
  expect(claims).toHaveLength(6);
  expect(new Set(claims.map(({ connectionId }) => connectionId)).size).toBe(6);
});

test("a run whose worker gave no sign of life is handed on, and one whose hour is over is only ended", async () => {
  const { companyId } = await found();
  await plan(1);
  const first = (await claim(1))!;
  expect(first).toMatchObject({ companyId, attempts: 1, late: false });
  expect(await claim(1)).toBeUndefined();
  expect(await claim(1 + 121 / 3_600)).toMatchObject({ runId: first.runId, attempts: 2, late: false });
  expect(await claim(2.1)).toMatchObject({ runId: first.runId, attempts: 3, late: true });
});

test("a company whose runs do not end leaves places to others in every worker", async () => {
  const slow = await found(20);
  await plan(1);
  await admin("UPDATE app.connections SET account_id = NULL");
  world.setNow(after(1));
  const [stopping, held] = [new AbortController(), new Set<string>()];
  const openVendorClient: typeof world.deps.openVendorClient = async ({ companyId, id }, _, signal) => {
    if (companyId === slow.companyId) {
      held.add(id);
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
    }
    return await world.deps.openVendorClient({ companyId, id } as never, _, signal);
  };
  const working = collectDue({ ...world.deps, openVendorClient }, stopping.signal);
  await expect.poll(() => held.size).toBe(9);
  const other = await found(1);
  await admin("UPDATE app.connections SET account_id = NULL");
  await plan(1);
  await admin(
    "INSERT INTO app.collection_runs (company_id, connection_id, slot, reason) VALUES ($1, $2, $3, 'asked')",
    [other.companyId, other.connectionIds[0], after(1)],
  );
  await expect.poll(() => states(other.companyId)).toContain("done");
  expect(held.size).toBe(9);
  stopping.abort();
  await working;
});

test("four workers at once do each run once", async () => {
  const { companyId } = await found(40);
  world.setNow(after(1));
  world.vendor.state.account = "acct-1";
  // Each has its own account here; what they find is the same.
  await admin("UPDATE app.connections SET account_id = NULL WHERE company_id = $1", [companyId]);
  await Promise.all(Array.from({ length: 4 }, () => collectDue(world.deps, new AbortController().signal)));
  expect(await states(companyId)).toEqual(Array.from({ length: 40 }, () => "done"));
  const [{ items, runs }] = await admin(
    `SELECT (SELECT count(*) FROM app.evidence WHERE company_id = $1) AS items,
      (SELECT count(*) FROM app.collection_runs WHERE company_id = $1 AND attempts = 1) AS runs`,
    [companyId],
  );
  expect([Number(items), Number(runs)]).toEqual([40, 40]);
});
