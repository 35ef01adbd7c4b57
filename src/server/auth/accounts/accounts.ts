import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../db/types.gen.ts";
import { verifyPassword } from "../passwords.ts";
import type { AccountDeps } from "./account-deps.ts";
import { changePassword } from "./change-password.ts";
import { checkPassword } from "./check-password.ts";
import { confirmAccount } from "./confirm.ts";
import { createAccount } from "./create.ts";
import type { NewUser } from "./create.ts";
import { spendMagicLink } from "./magic-link.ts";
import { resetPassword } from "./reset-password.ts";

export type Accounts = ReturnType<typeof openAccounts>;

/** Users and their passwords. */
export function openAccounts(deps: AccountDeps) {
  const { db, now } = deps;
  return {
    create: (tx: Transaction<DB>, user: NewUser, passwordHash?: string) => createAccount(tx, user, now(), passwordHash),

    /** Whose address it is. */
    async findByEmail(tx: Kysely<DB>, email: string): Promise<string | undefined> {
      const row = await tx
        .selectFrom("auth.users")
        .select("id")
        .where("email", "=", email.toLowerCase())
        .executeTakeFirst();
      return row?.id;
    },

    checkPassword: (email: string, password: string) => checkPassword(db, email, password),

    /** Compares the password of somebody who is signed in; undefined when the account has none. */
    async checkOwnPassword(userId: string, password: string): Promise<boolean | undefined> {
      const row = await db.selectFrom("auth.passwords").select("hash").where("user_id", "=", userId).executeTakeFirst();
      return row && (await verifyPassword(row.hash, password));
    },

    confirm: confirmAccount(deps),
    useMagicLink: spendMagicLink(deps),
    resetPassword: resetPassword(deps),
    changePassword: changePassword(deps),
  };
}
