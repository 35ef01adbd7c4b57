import { hashPassword } from "../passwords.ts";
import type { AccountDeps } from "./account-deps.ts";
import { replacePassword } from "./replace-password.ts";

/** Sets the password of somebody who is signed in, and ends their other sessions. */
export const changePassword =
  (deps: AccountDeps) =>
  async (userId: string, sessionId: string, password: string): Promise<void> => {
    const hash = await hashPassword(password);
    await deps.db.transaction().execute(async (tx) => {
      await replacePassword(deps, tx, userId, hash);
      await tx.deleteFrom("auth.sessions").where("user_id", "=", userId).where("id", "!=", sessionId).execute();
    });
  };
