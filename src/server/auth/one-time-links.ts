import { createHash, randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { hashPassword } from "./passwords.ts";
import type { DB } from "../db/types.gen.ts";

const LIVES_MS = 60 * 60 * 1000;

const hashOf = (token: string) => createHash("sha256").update(token).digest();

/** What somebody chose who signed up: the password's hash, and the browser it was typed in. */
export interface SignUp {
  readonly password: string;
  readonly browser: string;
}

/**
 * Makes the token of a confirmation link: 256 random bits, of which only the hash is kept. The link of a sign-up keeps
 * what was chosen in it. One that is asked for again keeps nothing, and ends the links before it.
 */
export async function issueLink(db: Kysely<DB>, userId: string, now: Date, signUp?: SignUp): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db.transaction().execute(async (tx) => {
    if (!signUp) {
      // What was chosen is still needed when the new link is followed; the old ones only stop working.
      await tx.updateTable("auth.one_time_links").set({ expires_at: now }).where("user_id", "=", userId).execute();
    }
    await tx
      .insertInto("auth.one_time_links")
      .values({
        token_sha256: hashOf(token),
        purpose: "signup",
        user_id: userId,
        password: signUp?.password ?? null,
        browser_sha256: signUp ? hashOf(signUp.browser) : null,
        expires_at: new Date(now.getTime() + LIVES_MS),
      })
      .execute();
  });
  return token;
}

/**
 * Uses a link up and says whose it was; undefined when it is unknown, used or expired. All other links of the account
 * end with it. The account's password becomes the one chosen in the browser that follows the link. In any other browser
 * it is the one that was chosen, as long as only one browser signed up with the address. When several did, nobody can
 * say which of them is the owner's: then no password is kept, and the owner, who is signed in, sets a new one.
 */
export async function redeemLink(
  db: Kysely<DB>,
  token: string,
  browser: string | undefined,
  now: Date,
): Promise<string | undefined> {
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("auth.one_time_links")
      .select("user_id")
      .where("token_sha256", "=", hashOf(token))
      .where("expires_at", ">", now)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return undefined;
    const password = await passwordToKeep(tx, row.user_id, browser);
    const { numDeletedRows } = await tx
      .deleteFrom("auth.one_time_links")
      .where("user_id", "=", row.user_id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return undefined;
    if (password !== undefined) {
      await tx
        .updateTable("auth.accounts")
        .set({ password })
        .where("user_id", "=", row.user_id)
        .where("provider_id", "=", "credential")
        .execute();
    }
    return row.user_id;
  });
}

/** Undefined where the account's own is to stay: nothing else was ever chosen. */
async function passwordToKeep(
  tx: Transaction<DB>,
  userId: string,
  browser: string | undefined,
): Promise<string | undefined> {
  const chosen = await tx
    .selectFrom("auth.one_time_links")
    .select(["password", "browser_sha256"])
    .where("user_id", "=", userId)
    .where("password", "is not", null)
    .orderBy("created_at", "desc")
    .execute();
  const here = browser === undefined ? undefined : hashOf(browser);
  const own = chosen.find((one) => here !== undefined && one.browser_sha256?.equals(here));
  const browsers = new Set(chosen.map((one) => one.browser_sha256!.toString("hex")));
  if (own || browsers.size <= 1) return (own ?? chosen[0])?.password ?? undefined;
  return await hashPassword(randomBytes(32).toString("base64"));
}
