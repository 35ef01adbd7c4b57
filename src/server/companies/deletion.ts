import type { Logger } from "pino";
import { callFunction } from "../db/functions.ts";
import { folderOf } from "../blobs/artifacts.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Databases } from "../db/connections.ts";
import { sweepUploads } from "../uploads/uploads.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import { forgetAnchors, ledgerGeneration } from "../ledger/anchored-heads.ts";
import { rememberErased } from "../ledger/erased-companies.ts";
import { companyDeleted } from "../mail/templates/company-deletion.ts";
import type { Outbox } from "../mail/outbox.ts";

interface Deps {
  readonly databases: Databases;
  readonly blobs: (storageLocationId: string) => BlobStore;
  readonly anchors: AnchorStore;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly log: Logger;
}

/**
 * Erases the companies whose time has come: first their members and keys, in one transaction, then the sealed artifacts, then
 * every row. A process that is killed in between leaves the rest to the next run. Throws the first error when all were tried.
 */
export async function eraseDueCompanies(deps: Deps, signal: AbortSignal): Promise<void> {
  const { databases, now, log } = deps;
  const rows = await callFunction(databases.worker, "app.companies_to_erase", [now()]);
  const failed: unknown[] = [];
  for (const { company_id: id, location } of rows) {
    if (signal.aborted) return;
    try {
      const generations = await ledgerGeneration(databases.worker, id);
      const evidence = deps.blobs(location);
      const forget = () =>
        forgetAnchors({ worker: databases.worker, anchors: deps.anchors, evidence }, id, generations);
      await close(deps, id);
      await rememberErased(evidence, id);
      if (!(await removeBlobs(deps, id, signal))) return;
      await sweepUploads(deps, id);
      // What no row speaks of, because a process was killed between storing and filing.
      for await (const { key } of evidence.walk(folderOf(id))) await evidence.remove(key);
      await forget();
      await callFunction(databases.worker, "app.erase_company", [id]);
      // A signature that was under way may have come after the first time.
      await forget();
      log.info({ company: id }, "a company was erased");
    } catch (error) {
      // The others were promised the same day.
      log.error({ err: error, company: id }, "a company could not be erased and will be tried again");
      failed.push(error);
    }
  }
  // A job that ends well tells nobody that the day which was promised passes.
  if (failed.length > 0) throw failed[0];
}

async function close({ databases, outbox, appUrl, now }: Deps, company: string): Promise<void> {
  await databases.worker.transaction().execute(async (tx) => {
    const rows = await callFunction(tx, "app.close_company", [company, now()]);
    for (const { name, email, first_name: firstName, last_name: lastName } of rows)
      await outbox.enqueue(
        tx,
        companyDeleted({ user: { email, firstName, lastName }, company: name, at: now(), appUrl }),
      );
  });
}

/** False when it was stopped on the way. */
async function removeBlobs({ databases, blobs }: Deps, company: string, signal: AbortSignal): Promise<boolean> {
  let after = 0;
  for (;;) {
    const rows = await callFunction(databases.worker, "app.blobs_of_closed", [company, after]);
    for (const row of rows) {
      if (signal.aborted) return false;
      await blobs(row.location).remove(row.blob_key);
      after = row.number;
    }
    if (rows.length === 0) return true;
  }
}
