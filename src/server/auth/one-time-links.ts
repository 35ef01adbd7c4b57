import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "../db/types.gen.ts";
import { newToken, sha256 } from "./tokens.ts";

export type LinkPurpose = "signup" | "magiclink" | "recovery";

/** How long a link works, in minutes. Who signs in by one has the mail open; who confirms may come back to it. */
export const linkMinutes: Readonly<Record<LinkPurpose, number>> = { signup: 60, magiclink: 10, recovery: 30 };

/** What somebody chose who signed up: names, the password's hash, and the browser it was typed in. */
export interface SignUp {
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly browser: Buffer;
}

/** What somebody chooses while they confirm an address; the password is hashed already. */
export type ChosenAtConfirmation = Pick<SignUp, "firstName" | "lastName" | "password">;

/** A confirmed sign-up: whose address it is, and what its account begins with. */
export type ConfirmedSignUp = ChosenAtConfirmation & { readonly email: string };

/**
 * Makes the token of a link; only its hash is kept. It ends the links of the same purpose before it, except that what
 * other sign-ups chose is kept until one of them is confirmed.
 */
export async function issueLink(
  tx: Kysely<DB>,
  purpose: LinkPurpose,
  email: string,
  now: Date,
  signUp?: SignUp,
): Promise<string> {
  const token = newToken();
  if (purpose !== "signup")
    await tx.deleteFrom("auth.one_time_links").where("email", "=", email).where("purpose", "=", purpose).execute();
  await tx
    .insertInto("auth.one_time_links")
    .values({
      token_sha256: sha256(token),
      purpose,
      email,
      first_name: signUp?.firstName ?? null,
      last_name: signUp?.lastName ?? null,
      password: signUp?.password ?? null,
      browser_sha256: signUp?.browser ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + linkMinutes[purpose] * 60_000),
    })
    .execute();
  return token;
}

/** Makes a new link for the newest sign-up of an address, and ends the links before it; undefined when there is none. */
export async function issueLinkAgain(
  tx: Kysely<DB>,
  email: string,
  now: Date,
): Promise<(SignUp & { token: string }) | undefined> {
  const waiting = await tx
    .selectFrom("auth.one_time_links")
    .select(["first_name", "last_name", "password", "browser_sha256"])
    .where("email", "=", email)
    .where("purpose", "=", "signup")
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  if (!waiting) return undefined;
  await tx
    .updateTable("auth.one_time_links")
    .set({ expires_at: now })
    .where("email", "=", email)
    .where("purpose", "=", "signup")
    .where("expires_at", ">", now)
    .execute();
  const signUp = {
    firstName: waiting.first_name!,
    lastName: waiting.last_name!,
    password: waiting.password!,
    browser: waiting.browser_sha256!,
  };
  return { ...signUp, token: await issueLink(tx, "signup", email, now, signUp) };
}

/** Whose link it is, without using it up. */
export async function findLink(
  db: Kysely<DB>,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("auth.one_time_links")
    .select("email")
    .where("token_sha256", "=", sha256(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.email;
}

/** Uses a link up and says whose it was; undefined when it is unknown, used, expired, or for something else. */
export async function spendLink(
  tx: Transaction<DB>,
  purpose: "magiclink" | "recovery",
  token: string,
  now: Date,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom("auth.one_time_links")
    .where("token_sha256", "=", sha256(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .returning("email")
    .executeTakeFirst();
  return row?.email;
}

/**
 * Uses a confirmation link up, and with it all others of the address. A password and a name that were typed at sign-up
 * count only in the browser they were typed in: whoever follows the link owns the mailbox, and whoever signed up may be
 * somebody else (account pre-hijacking, Sudhodanan and Paverd, 2022). In any other browser nothing of a sign-up is kept,
 * and the account begins with what was `chosen` with the link. Without that the answer is `password-needed` and the link
 * is not used up; undefined when it is no good.
 */
export async function spendSignUpLink(
  tx: Transaction<DB>,
  { token, browser, chosen }: { token: string; browser: string | undefined; chosen: ChosenAtConfirmation | undefined },
  now: Date,
): Promise<ConfirmedSignUp | "password-needed" | undefined> {
  const email = await findLink(tx, "signup", token, now);
  if (email === undefined) return undefined;
  // Two uses at the same instant: the second waits here, and then finds nothing.
  const { rows } = await sql<{
    token_sha256: Buffer;
    first_name: string;
    last_name: string;
    password: string;
    browser_sha256: Buffer;
  }>`
    SELECT token_sha256, first_name, last_name, password, browser_sha256 FROM auth.one_time_links
    WHERE email = ${email} AND purpose = 'signup' ORDER BY created_at DESC FOR UPDATE`.execute(tx);
  if (!rows.some((row) => row.token_sha256.equals(sha256(token)))) return undefined;
  const here = browser === undefined ? undefined : sha256(browser);
  const own = rows.find((row) => here?.equals(row.browser_sha256));
  const kept = chosen ?? (own && { firstName: own.first_name, lastName: own.last_name, password: own.password });
  if (!kept) return "password-needed";
  await tx.deleteFrom("auth.one_time_links").where("email", "=", email).where("purpose", "=", "signup").execute();
  return { email, ...kept };
}
