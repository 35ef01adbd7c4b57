import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "./types.gen.ts";

/** On whose behalf a transaction runs. Without a company only what is the user's own can be seen. */
export interface Caller {
  readonly userId: string;
  readonly companyId?: string;
}

export type Tx = Transaction<DB>;

/**
 * Runs `work` in one transaction as the caller. User and company are local to the transaction, so the next user of
 * the pooled connection cannot inherit them; the policies of the database decide what `work` sees.
 */
export async function asCaller<T>(db: Kysely<DB>, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await actAs(tx, caller);
    return await work(tx);
  });
}

/** Sets whom the rest of this transaction acts for. */
export async function actAs(tx: Tx, caller: Caller): Promise<void> {
  await sql`SELECT set_config('app.user_id', ${caller.userId}, true),
    set_config('app.company_id', ${caller.companyId ?? ""}, true)`.execute(tx);
}
