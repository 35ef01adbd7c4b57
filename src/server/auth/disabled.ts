import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";

/** Whether a platform admin has disabled an account: then no way in opens it. As app_auth. */
export async function isDisabled(tx: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("app.account_bounds")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("disabled_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}
