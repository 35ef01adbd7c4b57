import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import { INSTALLATION } from "../installation.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";

/**
 * Writes into a company's ledger that a limit is nearly reached, or reached; from there admins are mailed and webhooks told. Once for
 * each period and level, by however many processes. `worker` is app_worker's.
 */
export function limitJobs(worker: Kysely<DB>): JobHandler {
  return async ({ companyId: company }, signal) => {
    if (company === undefined) return;
    for (const { key, level, used, most } of await callFunction(worker, "app.limits_to_tell", [company])) {
      if (signal.aborted) return;
      const event = level === 100 ? "limit.reached" : "limit.near";
      const salt = randomBytes(16);
      const details = canonicalJson({ by: INSTALLATION, event, most, subject: key, used });
      const commitment = createHmac("sha256", salt).update(details).digest("base64");
      const told = [company, key, level, randomUUID(), event, details, salt, commitment] as const;
      await callFunction(worker, "app.tell_limit", [...told]);
    }
  };
}
