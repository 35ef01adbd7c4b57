import type { Kysely, Transaction } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { Outbox } from "../mail/outbox.ts";
import { passwordChanged } from "../mail/templates/account-notices.ts";
import { spendLink, spendSignUpLink } from "./one-time-links.ts";
import type { ChosenAtConfirmation } from "./one-time-links.ts";
import { hashPassword, needsNewHash, unknownHash, verifyPassword } from "./passwords.ts";

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** What somebody showed, and since when the account had the password it had then. */
export interface Proof {
  readonly userId: string;
  readonly passwordOf: Date | null;
}

export type Accounts = ReturnType<typeof openAccounts>;

/** Users and their passwords. */
export function openAccounts({ db, outbox, appUrl, now }: Deps) {
  /**
   * Makes a user whose address is proved; undefined when the address has one. What others chose who signed up with the
   * address ends with that, in whichever way it was proved.
   */
  const create = async (tx: Transaction<DB>, user: NewUser, passwordHash?: string): Promise<string | undefined> => {
    const made = await tx
      .insertInto("auth.users")
      .values({ email: user.email.toLowerCase(), first_name: user.firstName, last_name: user.lastName })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) return undefined;
    await tx
      .insertInto("app.profiles")
      .values({ id: made.id, first_name: user.firstName, last_name: user.lastName })
      .execute();
    if (passwordHash !== undefined) await keepPassword(tx, made.id, passwordHash);
    await tx.deleteFrom("auth.one_time_links").where("email", "=", user.email.toLowerCase()).execute();
    return made.id;
  };

  const keepPassword = async (tx: Kysely<DB>, userId: string, hash: string) => {
    await tx
      .insertInto("auth.passwords")
      .values({ user_id: userId, hash, changed_at: now() })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ hash, changed_at: now() }))
      .execute();
  };

  /** The same password under new parameters, unless it was changed meanwhile. */
  const replaceHash = async (userId: string, old: string, hash: string) => {
    await db
      .updateTable("auth.passwords")
      .set({ hash })
      .where("user_id", "=", userId)
      .where("hash", "=", old)
      .execute();
  };

  /**
   * Links that were mailed before a password changed end with it, and its owner is told. A sign-in that is under way waits
   * for the lock, and then sees that what it was shown counts no more.
   */
  const changePassword = async (tx: Transaction<DB>, userId: string, hash: string) => {
    await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
    await keepPassword(tx, userId, hash);
    const user = await tx
      .selectFrom("auth.users")
      .select(["email", "first_name as firstName", "last_name as lastName"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    await tx.deleteFrom("auth.one_time_links").where("email", "=", user.email).execute();
    await outbox.enqueue(tx, passwordChanged({ user, appUrl, at: now() }));
  };

  return {
    create,

    /** Whose address it is. */
    async findByEmail(tx: Kysely<DB>, email: string): Promise<string | undefined> {
      const row = await tx
        .selectFrom("auth.users")
        .select("id")
        .where("email", "=", email.toLowerCase())
        .executeTakeFirst();
      return row?.id;
    },

    /**
     * Compares a password with an address's; as much work for an unknown address as for a known one. `unconfirmed` is an
     * address that signed up with this password and has not followed its link; who has an account is answered so, too, or
     * signing up with an address and trying would tell whether it has one.
     */
    async checkPassword(email: string, password: string): Promise<Proof | "unconfirmed" | undefined> {
      const address = email.toLowerCase();
      const row = await db
        .selectFrom("auth.users as u")
        .leftJoin("auth.passwords as p", "p.user_id", "u.id")
        .select(["u.id", "p.hash", "p.changed_at"])
        .where("u.email", "=", address)
        .executeTakeFirst();
      const waiting = await db
        .selectFrom("auth.one_time_links")
        .select("password")
        .where("email", "=", address)
        .where("purpose", "=", "signup")
        .orderBy("created_at", "desc")
        .executeTakeFirst();
      const right = await verifyPassword(row?.hash ?? unknownHash, password);
      const waits = waiting !== undefined && (await verifyPassword(waiting.password!, password));
      if (row?.hash && right) {
        if (needsNewHash(row.hash)) await replaceHash(row.id, row.hash, await hashPassword(password));
        return { userId: row.id, passwordOf: row.changed_at };
      }
      return waits ? "unconfirmed" : undefined;
    },

    /** Compares the password of somebody who is signed in; undefined when the account has none. */
    async checkOwnPassword(userId: string, password: string): Promise<boolean | undefined> {
      const row = await db.selectFrom("auth.passwords").select("hash").where("user_id", "=", userId).executeTakeFirst();
      return row && (await verifyPassword(row.hash, password));
    },

    /**
     * Uses a confirmation link and makes the account. `password-needed` in another browser than the one that signed up,
     * as long as nothing was chosen with the link; undefined when the link is no good.
     */
    confirm: async (confirmation: {
      token: string;
      browser: string | undefined;
      chosen: ChosenAtConfirmation | undefined;
    }) =>
      await db.transaction().execute(async (tx) => {
        const signUp = await spendSignUpLink(tx, confirmation, now());
        if (signUp === undefined || signUp === "password-needed") return signUp;
        const userId = await create(tx, signUp, signUp.password);
        return userId === undefined ? undefined : { userId };
      }),

    /** Uses a sign-in link; undefined when it is no good. */
    useMagicLink: async (token: string): Promise<Proof | undefined> =>
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
      }),

    /** Uses a reset link: sets the password and ends every session; false when the link is no good. */
    resetPassword: async (token: string, password: string): Promise<boolean> => {
      const hash = await hashPassword(password);
      return await db.transaction().execute(async (tx) => {
        const email = await spendLink(tx, "recovery", token, now());
        if (email === undefined) return false;
        const user = await tx.selectFrom("auth.users").select("id").where("email", "=", email).executeTakeFirst();
        if (!user) return false;
        await changePassword(tx, user.id, hash);
        await tx.deleteFrom("auth.sessions").where("user_id", "=", user.id).execute();
        // Whoever had the old password may have made a browser known; from now on each is new again.
        await tx.deleteFrom("auth.devices").where("user_id", "=", user.id).execute();
        return true;
      });
    },

    /** Sets the password of somebody who is signed in, and ends their other sessions. */
    changePassword: async (userId: string, sessionId: string, password: string): Promise<void> => {
      const hash = await hashPassword(password);
      await db.transaction().execute(async (tx) => {
        await changePassword(tx, userId, hash);
        await tx.deleteFrom("auth.sessions").where("user_id", "=", userId).where("id", "!=", sessionId).execute();
      });
    },
  };
}
