import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Outbox } from "../mail/outbox.ts";
import { alreadyRegistered, confirmSignUp, magicLink, resetPassword } from "../mail/templates/account-links.ts";
import { AppError } from "../app-error.ts";
import { isDisabled } from "./disabled.ts";
import { issueLink, issueLinkAgain } from "./one-time-links.ts";
import type { SignUp } from "./one-time-links.ts";

/** Mails of one kind to one address in a quarter of an hour, whoever asks for them; the newest of them works. */
const MAILS = 5;
const QUARTER_HOUR = 15 * 60;

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly outbox: Outbox;
  readonly rateLimits: RateLimits;
  readonly appUrl: string;
  readonly now: () => Date;
}

type Request =
  | { readonly purpose: "signup"; readonly email: string; readonly signUp: SignUp }
  | { readonly purpose: "resend" | "magiclink" | "recovery"; readonly email: string };

export type LinkRequests = ReturnType<typeof openLinkRequests>;

/**
 * Links that people ask for. Asking only leaves a row, the same for every address; whether there is an account is looked
 * up by a worker, so that neither an answer nor its time can tell.
 */
export function openLinkRequests({ db, outbox, rateLimits, appUrl, now }: Deps) {
  /** Asked only where a mail is about to be written: nobody uses up the mails of an address that gets none. */
  const mayMail = async (purpose: Request["purpose"], email: string) => {
    try {
      await rateLimits.take(`mail|${purpose}|${email}`, MAILS, QUARTER_HOUR);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  };

  const answer = async (tx: Transaction<DB>, request: Request) => {
    const { purpose, email } = request;
    // Two workers at once would leave two links that work.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${email}, 2))`.execute(tx);
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
      if (!(await mayMail(purpose, email))) return;
      const mail = user
        ? alreadyRegistered({ user: named(user), appUrl })
        : confirmSignUp({ user: { email, ...signUp }, appUrl, token });
      return await outbox.enqueue(tx, mail);
    }
    if (purpose === "resend") {
      const again = user ? undefined : await issueLinkAgain(tx, email, at);
      if (again && (await mayMail(purpose, email)))
        await outbox.enqueue(tx, confirmSignUp({ user: { email, ...again }, appUrl, token: again.token }));
      return;
    }
    if (!user || (await isDisabled(tx, user.id)) || !(await mayMail(purpose, email))) return;
    const token = await issueLink(tx, purpose, email, at);
    const write = purpose === "magiclink" ? magicLink : resetPassword;
    await outbox.enqueue(tx, write({ user: named(user), appUrl, token }));
  };

  return {
    /** Notes that a link was asked for. */
    async ask(request: Request): Promise<void> {
      const signUp = request.purpose === "signup" ? request.signUp : undefined;
      await db
        .insertInto("auth.link_requests")
        .values({
          purpose: request.purpose,
          email: request.email.toLowerCase(),
          first_name: signUp?.firstName ?? null,
          last_name: signUp?.lastName ?? null,
          password: signUp?.password ?? null,
          browser_sha256: signUp?.browser ?? null,
          requested_at: now(),
        })
        .execute();
    },

    /** Answers what was asked; run by a worker. */
    jobs: (async ({ key }) =>
      await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{
          purpose: "signup" | "resend" | "magiclink" | "recovery";
          email: string;
          first_name: string;
          last_name: string;
          password: string;
          browser_sha256: Buffer;
        }>`DELETE FROM auth.link_requests WHERE id = ${key}
          RETURNING purpose, email, first_name, last_name, password, browser_sha256`.execute(tx);
        const row = rows[0];
        if (!row) return;
        const { purpose, email, first_name: firstName, last_name: lastName, password, browser_sha256: browser } = row;
        await answer(
          tx,
          purpose === "signup"
            ? { purpose, email, signUp: { firstName, lastName, password, browser } }
            : { purpose, email },
        );
      })) satisfies JobHandler,
  };
}

function named(user: { email: string; first_name: string; last_name: string }) {
  return { email: user.email, firstName: user.first_name, lastName: user.last_name };
}
