import type pg from "pg";
import type { BlobStore } from "../blobs/blob-store.ts";
import { tryLock } from "../db/advisory-locks.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import type { ScrubDeps } from "./scrub.ts";
import { mayBeOfOneFile } from "./damage-of.ts";
import { companiesBehind, compareHistories } from "./same-history.ts";
import { withTwoConnections } from "./two-connections.ts";

const DAY = 86_400_000;
const AT_ONCE = 500;
const REST_DAYS = 7;
/** Sealed files and parts of uploads: the company's id stands in the name. */
const SEALED = /^v1\/[0-9a-f]{2}\/([0-9a-f-]{36})\/.+\.sealed$/;

/** The instance whose files nobody filed are removed. */
export interface SweepDeps extends ScrubDeps {
  readonly anchors: AnchorStore;
}

/** No other process looks for such files meanwhile. */
const LOCK = tryLock("sweep");

/**
 * Removes sealed files that no row speaks of: a process was killed between storing and filing. Only those that were written more than
 * a day ago, since one that is being filed has no row yet; once a day, and only with proof that the database is not older than the
 * files: it rests for a week after a restore, after PostgreSQL's own recovery and where database and files do not remember the same last
 * look, and for as long as more was signed than the database holds. `say` is told why nothing goes. Answers how many went.
 */
export async function sweepOrphans(deps: SweepDeps, say: (sentence: string) => void = () => {}): Promise<number> {
  return await withTwoConnections(deps, async ({ worker, reader }) => {
    const lock = await worker.query<{ mine: boolean }>(LOCK);
    if (!lock.rows[0]?.mine) return 0;
    const now = deps.now();
    const stores = [...new Set(Object.values(deps.blobs))];
    await restWhereHistoriesDiffer(worker, stores, now, say);
    const yesterday = new Date(now.getTime() - DAY);
    const { rows } = await worker.query(
      `UPDATE app.scrub SET swept_at = $1 WHERE (swept_at IS NULL OR swept_at <= $2 OR swept_at > $1)
       AND (kept_until IS NULL OR kept_until <= $1) RETURNING one`,
      [now, yesterday],
    );
    if (rows.length === 0) return 0;
    const behind = await companiesBehind(reader, deps.anchors, stores);
    if (behind.known > 0) {
      say(
        `More was signed of ${behind.known} ${behind.known === 1 ? "ledger" : "ledgers"} than the database holds: no stored file is removed.`,
      );
      return 0;
    }
    let removed = 0;
    for (const store of stores) removed += await sweep(store, reader, yesterday, behind.gone);
    return removed;
  });
}

/**
 * After a restore every file is read again, and for a week none is removed that no row speaks of: whoever restored the wrong backup can
 * still restore the right one. In the transaction that brings the rows, so that no sweep ever sees them without it.
 */
export async function restAfterRestore(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query("UPDATE app.scrub SET began_at = NULL, finished_at = NULL, kept_until = $1", [
    new Date(now.getTime() + REST_DAYS * DAY),
  ]);
}

/**
 * Where the rows are of another server or of another history of it, or older or newer than the files, files rest for a week. A clock
 * that was ahead makes that no longer.
 */
async function restWhereHistoriesDiffer(
  worker: pg.Client,
  stores: readonly BlobStore[],
  now: Date,
  say: (sentence: string) => void,
): Promise<void> {
  const rest = new Date(now.getTime() + REST_DAYS * DAY);
  const { rowCount } = await worker.query(
    `WITH here AS (SELECT s.system_identifier || '/' || c.timeline_id AS lineage FROM pg_control_system() s, pg_control_checkpoint() c)
     UPDATE app.scrub SET lineage = here.lineage FROM here WHERE scrub.lineage IS DISTINCT FROM here.lineage`,
  );
  const remembered = await compareHistories(worker, stores);
  await worker.query("UPDATE app.scrub SET kept_until = CASE WHEN $1 THEN least(kept_until, $2) ELSE $2 END", [
    remembered === "same" && rowCount === 0,
    rest,
  ]);
  // The first look of a new installation rests, too, and has nothing to report.
  if (remembered === "different")
    say(
      "Database and stored files do not remember the same last look: one of them was put back from an older copy, or is new here. For a week no stored file is removed.",
    );
}

async function sweep(store: BlobStore, reader: pg.Client, before: Date, spared: ReadonlySet<string>): Promise<number> {
  let removed = 0;
  let old: string[] = [];
  let failed: Error | undefined;
  const settle = async () => {
    for (const key of await withoutRow(reader, old)) {
      try {
        await store.remove(key);
        removed += 1;
      } catch (error) {
        // One that may not be removed keeps no other: what failed is told at the end.
        if (!mayBeOfOneFile(error)) throw error;
        failed ??= error;
      }
    }
    old = [];
  };
  for await (const { key, writtenAt } of store.walk("v1")) {
    const company = SEALED.exec(key)?.[1];
    if (writtenAt >= before || company === undefined || spared.has(company)) continue;
    old.push(key);
    if (old.length >= AT_ONCE) await settle();
  }
  await settle();
  if (failed) throw failed;
  return removed;
}

/** Of these names, those that neither an item nor a part of an upload has. A file that was erased is removed by what erases it. */
async function withoutRow(reader: pg.Client, keys: readonly string[]): Promise<string[]> {
  const byCompany = Map.groupBy(keys, (key) => SEALED.exec(key)![1]!);
  const orphans: string[] = [];
  for (const [company, names] of byCompany) {
    const { rows } = await reader.query<{ blob_key: string }>(
      `SELECT blob_key FROM app.evidence WHERE company_id = $1 AND blob_key = ANY ($2)
       UNION ALL SELECT blob_key FROM app.upload_parts WHERE company_id = $1 AND blob_key = ANY ($2)`,
      [company, names],
    );
    const known = new Set(rows.map(({ blob_key: name }) => name));
    orphans.push(...names.filter((name) => !known.has(name)));
  }
  return orphans;
}
