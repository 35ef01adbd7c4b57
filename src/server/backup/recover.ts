import { asWorker } from "../db/as-worker.ts";
import { asDefiner } from "../db/as-definer.ts";
import { adoptStores } from "../blobs/open-stores.ts";
import { acceptLoss, NothingLost } from "../ledger/accept-loss.ts";
import type { AcceptedLoss } from "../ledger/accept-loss.ts";
import { adoptAnchors } from "../ledger/anchor-identity.ts";
import { anchoredHeads } from "../ledger/anchored-heads.ts";
import { scrub } from "../scrub/scrub.ts";
import type { BackupDeps } from "./backup.ts";
import { putBackFiles } from "./put-back-files.ts";
import type { PutFiles } from "./put-files.ts";
import { restoreBackup } from "./restore.ts";
import type { RestoreOptions, RestoreSummary } from "./restore.ts";

/** Why something is given up, and who says so: it stays on record in each ledger that begins again. */
export interface GivenUp {
  readonly reason: string;
  readonly person: string;
}

/** What came back, and what did not. */
export interface Recovered extends RestoreSummary {
  /** Ledgers that begin again, because more was signed of them than came back, or because what was signed is lost. */
  readonly restarted: readonly (AcceptedLoss & { readonly entriesLost: number | undefined })[];
  /** Companies of which something was signed, and nothing came back: they were founded after the backup. */
  readonly forgotten: number;
  /** Files that are on record, and missing or damaged. */
  readonly damaged: number;
}

/** Restores a backup, and knows the places for files from then on, and that for anchors where it is said: they may be others than before. */
export async function restoreAndAdopt(
  deps: BackupDeps,
  file: string,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  const done = await restoreBackup(deps, file, options);
  await asWorker(deps, (worker) => adoptStores(deps.blobs, worker));
  if (options.recoverAnchors) await adoptAnchors(deps.anchors, (work) => asWorker(deps, work));
  return done;
}

/**
 * Brings the database back from a backup where it is lost, with or without the files. A ledger of which more was signed than the backup
 * holds never goes on under its name: it begins again, with the loss on record, so that a verifier sees it. So does one of which no
 * anchor is left under the name that the backup has it by: what was signed since is unknown. Refuses (`RestoreRefused`) where the database
 * still has what the backup lacks: then it is not lost.
 */
export async function recoverDatabase(
  deps: BackupDeps,
  file: string,
  options: RestoreOptions,
  givenUp: GivenUp,
): Promise<Recovered> {
  const signed = await anchoredHeads(deps.anchors, Object.values(deps.blobs));
  const said = { older: true, behindSigned: true, recoverAnchors: true };
  const done = await restoreAndAdopt(deps, file, { ...options, ...said });
  const heads = await readHeads(deps);
  const restarted: Recovered["restarted"][number][] = [];
  for (const [companyId, { size, generation }] of heads) {
    const anchored = signed.get(companyId);
    const evenWhole = anchored?.generation !== generation;
    const accepted = await acceptLoss(deps, { companyId, ...givenUp, evenWhole }).catch(nothingLost);
    const isKnown = anchored && anchored.generation >= generation;
    if (accepted) restarted.push({ ...accepted, entriesLost: isKnown ? Math.max(0, anchored.size - size) : undefined });
  }
  const damaged = await checkAll(deps);
  return { ...done, restarted, forgotten: [...signed.keys()].filter((id) => !heads.has(id)).length, damaged };
}

/**
 * Goes on with places for files that lost what they held: files come back from a backup, where one is named, and what is in none is on
 * record as damaged. Ledgers go on, since nothing of them is lost.
 */
export async function recoverStore(
  deps: BackupDeps,
  file: string | undefined,
  options: RestoreOptions,
): Promise<PutFiles & { readonly damaged: number }> {
  await asWorker(deps, (worker) => adoptStores(deps.blobs, worker));
  const put = file === undefined ? { putBack: 0, missing: [] } : await putBackFiles(deps, file, options);
  return { ...put, damaged: await checkAll(deps) };
}

function nothingLost(error: unknown): undefined {
  if (error instanceof NothingLost) return undefined;
  throw error;
}

/**
 * How many entries each ledger has, and which of its names is in force, of companies that are not being erased and of which anything was
 * ever written.
 */
async function readHeads(deps: BackupDeps) {
  return await asDefiner(deps, async (client) => {
    const { rows } = await client.query<{ id: string; size: string; generation: number }>(
      `SELECT h.company_id AS id, h.size,
         (SELECT coalesce(max(l.generation), 1) FROM app.ledger_losses l WHERE l.company_id = h.company_id) AS generation
       FROM app.ledger_heads h JOIN app.companies c ON c.id = h.company_id
       WHERE c.deleted_at IS NULL AND h.size > 0 ORDER BY h.company_id`,
    );
    return new Map(rows.map(({ id, size, generation }) => [id, { size: Number(size), generation }]));
  });
}

/** Reads every file, so that what is missing is on record and shown before anybody asks for it. */
async function checkAll(deps: BackupDeps): Promise<number> {
  const read = await scrub(deps, { everything: true });
  if (!read)
    throw new Error(
      "Another process is checking files at this moment, so it is not known what is missing: run scrub next.",
    );
  return await asDefiner(deps, async (client) => {
    const { rows } = await client.query<{ missing: number }>(
      `SELECT count(*)::integer AS missing FROM app.damaged_files d
       JOIN app.evidence e ON e.company_id = d.company_id AND e.id = d.evidence_id AND e.erased_at IS NULL`,
    );
    return rows[0]!.missing;
  });
}
