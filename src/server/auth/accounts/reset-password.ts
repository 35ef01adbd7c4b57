import { spendLink } from "../one-time-links.ts";
import { hashPassword } from "../passwords.ts";
import type { AccountDeps } from "./account-deps.ts";
import { replacePassword } from "./replace-password.ts";

/** Uses a reset link: sets the password and ends every session; false when the link is no good. */
export const resetPassword =
  (deps: AccountDeps) =>
  async (token: string, password: string): Promise<boolean> => {
    const hash = await hashPassword(password);
    return await deps.db.transaction().execute(async (tx) => {
      const email = await spendLink(tx, "recovery", token, deps.now());
      if (email === undefined) return false;
      const user = await tx.selectFrom("auth.users").select("id").where("email", "=", email).executeTakeFirst();
      if (!user) return false;
      await replacePassword(deps, tx, user.id, hash);
      await tx.deleteFrom("auth.sessions").where("user_id", "=", user.id).execute();
      // Whoever had the old password may have made a browser known; from now on each is new again.
      await tx.deleteFrom("auth.devices").where("user_id", "=", user.id).execute();
      return true;
    });
  };
