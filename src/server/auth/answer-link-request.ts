import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Outbox } from "../mail/outbox.ts";
import { alreadyRegistered, confirmSignUp, magicLink, resetPassword } from "../mail/templates/account-links.ts";
import { AppError } from "../app-error.ts";
import { answerStaffRequest } from "./answer-staff-request.ts";
import { isDisabled } from "./disabled.ts";
import { issueLink, issueLinkAgain } from "./one-time-links.ts";
import type { SignUp } from "./one-time-links.ts";

/** Mails of one kind to one address in a quarter of an hour, whoever asks for them; the newest of them works. */
const MAILS = 5;
const QUARTER_HOUR = 15 * 60;

interface Deps {
  readonly outbox: Outbox;
  readonly rateLimits: RateLimits;
  readonly appUrl: string;
  readonly now: () => Date;
}

export type LinkRequest =
  | { readonly purpose: "signup"; readonly email: string; readonly signUp: SignUp }
  | { readonly purpose: "resend" | "magiclink" | "recovery" | "staff"; readonly email: string };

/** Mails the link that was asked for, where the address may have one. */
export async function answerLinkRequest(
  { outbox, rateLimits, appUrl, now }: Deps,
  tx: Transaction<DB>,
  request: LinkRequest,
): Promise<void> {
  const { purpose, email } = request;
  // Two workers at once would leave two links that work.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${email}, 2))`.execute(tx);
  if (purpose === "staff") {
    if (await mayMail(rateLimits, purpose, email)) await answerStaffRequest({ outbox, appUrl, now }, tx, email);
    return;
  }
  const user = await tx
    .selectFrom("auth.users")
    .select(["id", "email", "first_name", "last_name"])
    .where("email", "=", email)
    .executeTakeFirst();
  const at = now();
  if (purpose === "signup") {
    const { signUp } = request;
    // Kept for an address that has an account, too, and mailed to nobody: signing in with it is answered alike.
    const token = await issueLink(tx, "signup", email, at, signUp);
    if (!(await mayMail(rateLimits, purpose, email))) return;
    const mail = user
      ? alreadyRegistered({ user: named(user), appUrl })
      : confirmSignUp({ user: { email, ...signUp }, appUrl, token });
    return await outbox.enqueue(tx, mail);
  }
  if (purpose === "resend") {
    const again = user ? undefined : await issueLinkAgain(tx, email, at);
    if (again && (await mayMail(rateLimits, purpose, email)))
      await outbox.enqueue(tx, confirmSignUp({ user: { email, ...again }, appUrl, token: again.token }));
    return;
  }
  if (!user || (await isDisabled(tx, user.id)) || !(await mayMail(rateLimits, purpose, email))) return;
  const token = await issueLink(tx, purpose, email, at);
  const write = purpose === "magiclink" ? magicLink : resetPassword;
  await outbox.enqueue(tx, write({ user: named(user), appUrl, token }));
}

/** Asked only where a mail is about to be written: nobody uses up the mails of an address that gets none. */
async function mayMail(rateLimits: RateLimits, purpose: LinkRequest["purpose"], email: string): Promise<boolean> {
  try {
    await rateLimits.take(`mail|${purpose}|${email}`, MAILS, QUARTER_HOUR);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function named(user: { email: string; first_name: string; last_name: string }) {
  return { email: user.email, firstName: user.first_name, lastName: user.last_name };
}
