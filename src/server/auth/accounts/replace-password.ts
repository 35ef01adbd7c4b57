import type { Transaction } from "kysely";
import type { DB } from "../../db/types.gen.ts";
import { passwordChanged } from "../../mail/templates/account-notices.ts";
import type { AccountDeps } from "./account-deps.ts";
import { keepPassword } from "./keep-password.ts";

/**
 * Sets another password. Links that were mailed before end with the one before, and its owner is told. A sign-in that is under
 * way waits for the lock, and then sees that what it was shown counts no more.
 */
export async function replacePassword(
  { outbox, appUrl, now }: Pick<AccountDeps, "outbox" | "appUrl" | "now">,
  tx: Transaction<DB>,
  userId: string,
  hash: string,
): Promise<void> {
  await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  await keepPassword(tx, userId, hash, now());
  const user = await tx
    .selectFrom("auth.users")
    .select(["email", "first_name as firstName", "last_name as lastName"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await tx.deleteFrom("auth.one_time_links").where("email", "=", user.email).execute();
  await outbox.enqueue(tx, passwordChanged({ user, appUrl, at: now() }));
}
