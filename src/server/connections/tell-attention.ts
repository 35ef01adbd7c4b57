import type { Kysely } from "kysely";
import { getProvider } from "#catalog/providers.ts";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import type { Outbox } from "../mail/outbox.ts";
import { connectionNeedsAttention } from "../mail/templates/connection-needs-attention.ts";
import { emptyRoster } from "../mail/templates/empty-roster.ts";
import { sentenceOf } from "./run-list.ts";

interface Deps {
  readonly worker: Kysely<DB>;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

/**
 * Mails owners and admins that a connection needs attention, once until it is connected again, and that its list of accounts came back empty,
 * once until it lists somebody.
 */
export function attentionJobs({ worker, outbox, appUrl, now }: Deps): JobHandler {
  return async ({ companyId, key }) =>
    await worker.transaction().execute(async (tx) => {
      for (const row of await callFunction(tx, "app.take_attention", [companyId ?? null, key, now()]))
        await outbox.enqueue(
          tx,
          connectionNeedsAttention({
            user: { email: row.email, firstName: row.first_name, lastName: row.last_name },
            appUrl,
            company: row.company,
            provider: getProvider(row.provider).name,
            account: row.account ?? "not known yet",
            reason: sentenceOf(row.attention ?? "connection-refused", row.provider),
            connectionId: row.connection_id,
          }),
        );
      for (const row of await callFunction(tx, "app.take_emptied", [companyId ?? null, key, now()]))
        await outbox.enqueue(
          tx,
          emptyRoster({
            user: { email: row.email, firstName: row.first_name, lastName: row.last_name },
            appUrl,
            company: row.company,
            provider: getProvider(row.provider).name,
            account: row.account ?? "not known yet",
            listed: row.listed,
            at: row.emptied_at,
            connectionId: row.connection_id,
          }),
        );
    });
}
