import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";

const LIVES_MS = 60 * 60 * 1000;

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** Makes the token of a link we mail: 256 random bits, of which only the hash is kept. Earlier ones stop working. */
export async function issueLink(db: Kysely<DB>, purpose: "signup", userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom("auth.one_time_links").where("user_id", "=", userId).where("purpose", "=", purpose).execute();
    await tx
      .insertInto("auth.one_time_links")
      .values({ token_sha256: hashOf(token), purpose, user_id: userId, expires_at: new Date(now.getTime() + LIVES_MS) })
      .execute();
  });
  return token;
}

/** Uses a link up and says whose it was; undefined when it is unknown, used, expired or meant for something else. */
export async function redeemLink(
  db: Kysely<DB>,
  purpose: "signup",
  token: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom("auth.one_time_links")
    .where("token_sha256", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .returning(["user_id", "expires_at"])
    .executeTakeFirst();
  return row && row.expires_at > now ? row.user_id : undefined;
}
