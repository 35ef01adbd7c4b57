import type { Kysely } from "kysely";
import type { DB } from "../../db/types.gen.ts";

/** Sets the password of an account. */
export async function keepPassword(tx: Kysely<DB>, userId: string, hash: string, now: Date): Promise<void> {
  await tx
    .insertInto("auth.passwords")
    .values({ user_id: userId, hash, changed_at: now })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ hash, changed_at: now }))
    .execute();
}
