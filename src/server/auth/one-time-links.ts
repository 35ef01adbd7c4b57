import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { hashPassword } from "./passwords.ts";
import type { DB } from "../db/types.gen.ts";

const LIVES_MS = 60 * 60 * 1000;

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/**
 * Makes the token of a confirmation link: 256 random bits, of which only the hash is kept. The link carries the hash of
 * the password that was chosen in its sign-up, and only that becomes the account's: whoever signed up first with an
 * address of somebody else gains nothing when the owner confirms. A link that is asked for again carries what the only
 * sign-up chose; after several, nobody can say whose it is, so it carries a password that nobody knows, and its owner is
 * signed in and sets a new one. Undefined when there is nothing to confirm any more.
 */
export async function issueLink(
  db: Kysely<DB>,
  userId: string,
  now: Date,
  chosen?: string,
): Promise<string | undefined> {
  const token = randomBytes(32).toString("base64url");
  return await db.transaction().execute(async (tx) => {
    const waiting = await tx
      .selectFrom("auth.one_time_links")
      .select("password")
      .distinct()
      .where("user_id", "=", userId)
      .execute();
    if (chosen === undefined && waiting.length === 0) return undefined;
    const password =
      chosen ?? (waiting.length === 1 ? waiting[0]!.password : await hashPassword(randomBytes(32).toString("base64")));
    await tx.deleteFrom("auth.one_time_links").where("user_id", "=", userId).where("password", "=", password).execute();
    await tx
      .insertInto("auth.one_time_links")
      .values({
        token_sha256: hashOf(token),
        purpose: "signup",
        user_id: userId,
        password,
        expires_at: new Date(now.getTime() + LIVES_MS),
      })
      .execute();
    return token;
  });
}

/**
 * Uses a link up, sets the password it carries, and says whose it was; undefined when it is unknown, used or expired.
 * All other links of the account end with it.
 */
export async function redeemLink(db: Kysely<DB>, token: string, now: Date): Promise<string | undefined> {
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom("auth.one_time_links")
      .where("token_sha256", "=", hashOf(token))
      // An expired one stays: asked for again, it tells what was chosen.
      .where("expires_at", ">", now)
      .returning(["user_id", "password"])
      .executeTakeFirst();
    if (!row) return undefined;
    await tx.deleteFrom("auth.one_time_links").where("user_id", "=", row.user_id).execute();
    await tx
      .updateTable("auth.accounts")
      .set({ password: row.password })
      .where("user_id", "=", row.user_id)
      .where("provider_id", "=", "credential")
      .execute();
    return row.user_id;
  });
}
