import type { Kysely } from "kysely";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";

/**
 * Ends an import when the person who asked for it can no longer add evidence to the company, and nobody's rights are left to
 * read it with. It is failed then, with a sentence, and the ledger says so. True when that is so. `worker`: as app_worker.
 */
export async function endIfAbandoned(
  worker: Kysely<DB>,
  companyId: string,
  importId: string,
  now: Date,
): Promise<boolean> {
  return await callFunction(worker, "app.end_abandoned_import", [companyId, importId, now]);
}
