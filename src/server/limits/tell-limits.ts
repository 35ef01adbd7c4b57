import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { LimitKey } from "#domain/limits.ts";
import type { DB } from "../db/types.gen.ts";
import { INSTALLATION } from "../installation.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";

/**
 * Writes into a company's ledger that a limit is nearly reached, or reached; from there admins are mailed and webhooks told. Once for
 * each period and level, by however many processes. `worker` is app_worker's.
 */
export function limitJobs(worker: Kysely<DB>): JobHandler {
  return async ({ companyId: company }, signal) => {
    const { rows } = await sql<{
      key: LimitKey;
      level: number;
      used: number;
      most: number | null;
    }>`SELECT key, level, used, most FROM app.limits_to_tell(${company})`.execute(worker);
    for (const { key, level, used, most } of rows) {
      if (signal.aborted) return;
      const event = level === 100 ? "limit.reached" : "limit.near";
      const salt = randomBytes(16);
      const details = canonicalJson({ by: INSTALLATION, event, most, subject: key, used });
      const commitment = createHmac("sha256", salt).update(details).digest("base64");
      await sql`SELECT app.tell_limit(${company}, ${key}, ${level}::smallint, ${randomUUID()}, ${event}, ${details}, ${salt}, ${commitment})`.execute(
        worker,
      );
    }
  };
}
