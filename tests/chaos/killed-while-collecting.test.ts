import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BEGIN, collectingWorld } from "../support/collecting.ts";
import type { CollectingWorld } from "../support/collecting.ts";
import { freshDatabase } from "../support/fresh-database.ts";

const HOUR = 3_600_000;
const HOURS = 24;
/** In these nobody works at all. */
const ASLEEP = [9, 10];
/** In these the worker is killed: after so many requests of the hour, the first of which are those of two probes. */
const KILLED: Readonly<Record<number, number>> = { 1: 3, 2: 1, 4: 4, 5: 6, 7: 2, 12: 5, 14: 7, 16: 3, 19: 8, 22: 4 };
/** In these something changed at the vendor. */
const CHANGED = [5, 12];

let world: CollectingWorld;
let worker: ChildProcess | undefined;
let company: string;

const admin = async (text: string) => (await world.database.admin.query(text, [company])).rows;
/** At once for whoever reads it meanwhile. */
const setClock = (hours: number, seconds = 0) => {
  const clock = path.join(world.folder, "clock");
  writeFileSync(`${clock}.new`, new Date(BEGIN.getTime() + hours * HOUR + seconds * 1_000).toISOString());
  renameSync(`${clock}.new`, clock);
};

async function start(): Promise<void> {
  if (worker) return;
  const program = path.resolve(import.meta.dirname, "../support/collecting-worker.ts");
  const args = [world.database.adminUrl, world.vendor.origin, world.folder, path.join(world.folder, "clock")];
  worker = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, ...args], { stdio: "inherit" });
}

async function kill(): Promise<void> {
  if (!worker) return;
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
  worker = undefined;
}

/** Waits for something that the worker does; how long that takes is the machine's business. */
async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 4_000; tries += 1) {
    if (await isTrue()) return;
    await setTimeout(15);
  }
  throw new Error(`waited in vain until ${what}`);
}

beforeAll(async () => {
  world = await collectingWorld(await freshDatabase());
  ({ companyId: company } = await world.found("Round the clock", 2));
  await admin("UPDATE app.connections SET account_id = NULL WHERE company_id = $1");
});
afterAll(async () => {
  await kill();
  await world.close();
});

test(
  "24 hours with the worker killed ten times: each hour once, what was slept through is missed, nothing is filed twice",
  { timeout: 240_000 },
  async () => {
    for (let hour = 1; hour <= HOURS; hour += 1) {
      if (CHANGED.includes(hour)) world.vendor.state.buckets["beta"] = !world.vendor.state.buckets["beta"];
      if (ASLEEP.includes(hour)) {
        await kill();
        continue;
      }
      const requests = KILLED[hour];
      world.vendor.asked.length = 0;
      world.vendor.state.slow = requests === undefined ? 0 : 20;
      setClock(hour);
      await start();
      if (requests !== undefined) {
        await until(`hour ${hour} is under way`, () => world.vendor.asked.length >= requests);
        await kill();
        // A later one of the same hour finds what was left, once nobody is believed to be at it.
        setClock(hour, 180);
        await start();
      }
      await until(`hour ${hour} has ended`, async () => {
        const [row] = await admin(
          `SELECT count(*) FILTER (WHERE state IN ('waiting', 'working')) AS open, max(slot) AS newest
            FROM app.collection_runs WHERE company_id = $1`,
        );
        return Number(row.open) === 0 && row.newest?.getTime() === BEGIN.getTime() + (hour - 0.5) * HOUR;
      });
    }
    const runs = await admin(
      `SELECT connection_id, array_agg(state ORDER BY slot) AS states, count(DISTINCT slot) AS slots, max(attempts) AS attempts
        FROM app.collection_runs WHERE company_id = $1 GROUP BY connection_id`,
    );
    const wanted = Array.from({ length: HOURS }, (_, at) => (ASLEEP.includes(at + 1) ? "missed" : "done"));
    expect(runs.map(({ states }) => states)).toEqual([wanted, wanted]);
    expect(runs.every(({ attempts }) => attempts > 1)).toBe(true);

    const [filed] = await admin(
      `SELECT count(*) AS items, count(DISTINCT r.id) AS runs, (SELECT count(*) FROM app.evidence WHERE company_id = $1) AS evidence
        FROM app.collection_runs r WHERE r.company_id = $1 AND r.state = 'done' AND NOT r.unchanged AND r.evidence_id IS NOT NULL`,
    );
    // The first hour's and one for each change, of two connections.
    expect([filed.items, filed.runs, filed.evidence].map(Number)).toEqual([6, 6, 6]);
    const [told] = await admin(
      `SELECT count(*) AS acts, count(DISTINCT details::jsonb ->> 'run') AS runs FROM app.ledger_acts
        WHERE company_id = $1 AND event = 'connection.collected'`,
    );
    const done = 2 * (HOURS - ASLEEP.length);
    expect([told.acts, told.runs].map(Number)).toEqual([done, done]);
    expect(await admin("SELECT FROM app.collection_parts WHERE company_id = $1")).toEqual([]);
    const changes = await admin(
      "SELECT label, was, became, after, before FROM app.resource_changes WHERE company_id = $1 ORDER BY before, connection_id",
    );
    expect(changes.map(({ was, became }) => `${was} ${became}`)).toEqual([
      "pass fail",
      "pass fail",
      "fail pass",
      "fail pass",
    ]);
  },
);
