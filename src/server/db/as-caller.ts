import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import { callFunction } from "./functions.ts";
import { limitRefusal } from "./refuse-limit.ts";
import { inCompanyTurn } from "./company-turns.ts";
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
 * Runs `work` in one transaction as the caller; refuses with its sentence what the table of limits refuses. User and company are local to the transaction, so the next user of
 * the pooled connection cannot inherit them; the policies of the database decide what `work` sees.
 */
export async function asCaller<T>(db: Kysely<DB>, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await transactionAs(db, caller, work);
  } catch (error) {
    const refused = limitRefusal(error);
    if (!refused) throw error;
    // What was refused is undone, so that it was refused is noted apart: owners and admins are told of it.
    if (refused.key !== undefined && caller.companyId)
      await transactionAs(db, caller, (tx) => callFunction(tx, "app.note_refusal", [refused.key!]));
    throw refused;
  }
}

async function transactionAs<T>(db: Kysely<DB>, caller: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await inCompanyTurn(db, caller.companyId || caller.userId, () =>
    db.transaction().execute(async (tx) => {
      await actAs(tx, { ...caller, secondFactor: caller.secondFactor ?? false });
      return await work(tx);
    }),
  );
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
