import type { Kysely } from "kysely";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import type { Outbox } from "./outbox.ts";
import { rightsEnded } from "./templates/rights-ended.ts";

interface Deps {
  /** As app_worker. */
  readonly worker: Kysely<DB>;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** Mails the owners of a company what ended with somebody's rights there: once, in one mail for each time. */
export function endedRightsJobs({ worker, outbox, appUrl, now }: Deps): JobHandler {
  return async ({ companyId, key }) =>
    await worker.transaction().execute(async (tx) => {
      const rows = await callFunction(tx, "app.take_ended_rights", [companyId ?? null, key, now()]);
      for (const { email, first_name: firstName, last_name: lastName, ...facts } of rows)
        await outbox.enqueue(tx, rightsEnded({ user: { email, firstName, lastName }, appUrl, ...facts }));
    });
}
