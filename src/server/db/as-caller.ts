import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "./types.gen.ts";

/** On whose behalf a transaction runs. Without a company only what is the user's own can be seen. */
export interface Caller {
  readonly userId: string;
  readonly companyId?: string;
  /** Whether they signed in with a second factor; some companies show themselves to nobody else. */
  readonly secondFactor?: boolean;
}

export type Tx = Transaction<DB>;

/**
 * Runs `work` in one transaction as the caller. User and company are local to the transaction, so the next user of
 * the pooled connection cannot inherit them; the policies of the database decide what `work` sees.
 */
export async function asCaller<T>(db: Kysely<DB>, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await actAs(tx, { ...caller, secondFactor: caller.secondFactor ?? false });
    return await work(tx);
  });
}

/** Sets whom the rest of this transaction acts for; a second factor that is not spoken of stays as it is. */
export async function actAs(tx: Tx, caller: Caller): Promise<void> {
  await sql`SELECT set_config('app.user_id', ${caller.userId}, true),
    set_config('app.company_id', ${caller.companyId ?? ""}, true),
    set_config('app.second_factor', coalesce(${secondFactorSetting(caller)}, current_setting('app.second_factor', true), ''), true)`.execute(
    tx,
  );
}

function secondFactorSetting({ secondFactor }: Caller): string | null {
  if (secondFactor === undefined) return null;
  return secondFactor ? "on" : "off";
}
