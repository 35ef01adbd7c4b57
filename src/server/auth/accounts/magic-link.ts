import { spendLink } from "../one-time-links.ts";
import type { AccountDeps, Proof } from "./account-deps.ts";

/** Uses a sign-in link; undefined when it is no good. */
export const spendMagicLink =
  ({ db, now }: AccountDeps) =>
  async (token: string): Promise<Proof | undefined> =>
    await db.transaction().execute(async (tx) => {
      const email = await spendLink(tx, "magiclink", token, now());
      if (email === undefined) return undefined;
      const row = await tx
        .selectFrom("auth.users as u")
        .leftJoin("auth.passwords as p", "p.user_id", "u.id")
        .select(["u.id", "p.changed_at"])
        .where("u.email", "=", email)
        .executeTakeFirst();
      return row && { userId: row.id, passwordOf: row.changed_at };
    });
