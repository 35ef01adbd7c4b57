import { isRoundDue, isScrubbing, knownOf, scrubBudget } from "#domain/scrub-schedule.ts";
import type { ScrubRound, ScrubTotals } from "#domain/scrub-schedule.ts";
import type { Damage } from "#domain/stored-file.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { tryLock } from "../db/advisory-locks.ts";
import type { Keys } from "../keys/keys.ts";
import { damageOf } from "./damage-of.ts";
import { recordDamage, recordWhole } from "./record-damage.ts";
import { damagedItems, itemNow, itemsAfter } from "./stored-items.ts";
import type { Place, StoredItem } from "./stored-items.ts";
import { withTwoConnections } from "./two-connections.ts";
import type { TwoConnections } from "./two-connections.ts";

/** The instance whose files are checked. */
export interface ScrubDeps {
  readonly adminUrl: string;
  readonly keys: Keys;
  readonly blobs: Readonly<Record<"us" | "eu", BlobStore>>;
  readonly now: () => Date;
}

/** What came of looking. */
export interface ScrubSummary {
  readonly checked: number;
  /** Damages that were not known before, and files that are whole again. */
  readonly found: number;
  readonly mended: number;
  /** Whether the round has come to its end. */
  readonly finished: boolean;
}

const PAGE = 100;
/** Known damages that are looked at again in one visit. */
const AGAIN = 50;
/** No other process checks files meanwhile. */
const LOCK = tryLock("scrub");

interface Round extends ScrubRound {
  readonly after: Place | undefined;
  readonly totals: ScrubTotals;
}

/**
 * Reads stored files and holds them against what their items say, from where the last visit ended: as much as `scrubBudget` allows, or
 * with `everything` a whole round. Known damages are looked at again first. Undefined where another process does it. A store that does
 * not answer ends the visit, and the next begins there.
 */
export async function scrub(deps: ScrubDeps, { everything = false } = {}): Promise<ScrubSummary | undefined> {
  return await withTwoConnections(deps, async (connections) => {
    const { rows } = await connections.worker.query<{ mine: boolean }>(LOCK);
    if (!rows[0]?.mine) return undefined;
    return await visit({ ...deps, ...connections }, everything);
  });
}

interface Visit extends ScrubDeps, TwoConnections {}

async function visit(on: Visit, everything: boolean): Promise<ScrubSummary> {
  const { keys, now, reader, worker } = on;
  const sum = { checked: 0, found: 0, mended: 0, finished: false };
  const known = await reader.query<{ id: string }>("SELECT evidence_id AS id FROM app.damaged_files");
  const damaged = new Set(known.rows.map(({ id }) => id));
  const look = async (item: StoredItem) => {
    const damage = await confirmed(on, item);
    sum.checked += 1;
    if (damage && (await recordDamage(worker, item, damage, now()))) sum.found += 1;
    if (!damage && damaged.has(item.artifactId) && (await recordWhole(worker, item))) sum.mended += 1;
  };
  for (const item of await damagedItems(reader, keys, everything ? damaged.size : AGAIN)) await look(item);
  const round = await roundNow(on, everything);
  if (!round) return sum;
  const budget = everything ? { items: Infinity, bytes: Infinity } : scrubBudget(round.totals);
  let { after } = round;
  for (let items = 0, bytes = 0; items < budget.items && bytes < budget.bytes;) {
    const page = await itemsAfter(reader, keys, after, Math.min(PAGE, budget.items - items));
    let read = 0;
    for (const item of page) {
      await look(item);
      after = { company: item.companyId, number: item.number };
      read += 1;
      bytes += item.size;
      if (bytes >= budget.bytes) break;
    }
    items += read;
    await worker.query(
      "UPDATE app.scrub SET last_company = $1, last_number = $2, checked = checked + $3, finished_at = CASE WHEN $4 THEN $5 ELSE finished_at END",
      [after?.company ?? null, after?.number ?? null, read, page.length === 0, now()],
    );
    if (page.length === 0) return { ...sum, finished: true };
  }
  return sum;
}

/** A file that an owner erased a moment ago is missing, and no damage. */
async function confirmed(on: Visit, item: StoredItem): Promise<Damage | undefined> {
  const damage = await damageOf(on.blobs[item.geography], item);
  return damage && (await itemNow(on.reader, on.keys, item)) ? damage : undefined;
}

/** The round to go on with, or a new one where that is due; undefined where there is nothing to do yet. */
async function roundNow({ worker, reader, now }: Visit, anew: boolean): Promise<Round | undefined> {
  const { rows } = await worker.query<{
    began_at: Date | null;
    finished_at: Date | null;
    last_company: string | null;
    last_number: string | null;
    items: string;
    bytes: string;
  }>("SELECT began_at, finished_at, last_company, last_number, items, bytes FROM app.scrub");
  const row = rows[0]!;
  const state = knownOf({ beganAt: row.began_at, finishedAt: row.finished_at }, now());
  if (!anew && !isRoundDue(state, now())) {
    if (!isScrubbing(state)) return undefined;
    const after =
      row.last_company === null ? undefined : { company: row.last_company, number: Number(row.last_number) };
    return { ...state, after, totals: { items: Number(row.items), bytes: Number(row.bytes) } };
  }
  const counted = await reader.query<{ items: string; bytes: string }>(
    "SELECT count(*) AS items, coalesce(sum(size), 0) AS bytes FROM app.evidence WHERE erased_at IS NULL",
  );
  const totals = { items: Number(counted.rows[0]!.items), bytes: Number(counted.rows[0]!.bytes) };
  await worker.query(
    "UPDATE app.scrub SET began_at = $1, last_company = NULL, last_number = NULL, items = $2, bytes = $3, checked = 0",
    [now(), totals.items, totals.bytes],
  );
  return { beganAt: now(), finishedAt: null, after: undefined, totals };
}
