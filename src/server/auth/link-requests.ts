import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { RateLimits } from "../http/rate-limits.ts";
import type { Outbox } from "../mail/outbox.ts";
import { alreadyRegistered, confirmSignUp, magicLink, resetPassword } from "../mail/templates/account-links.ts";
import { Refusal } from "../refusal.ts";
import { issueLink, issueLinkAgain } from "./one-time-links.ts";
import type { SignUp } from "./one-time-links.ts";

/** Mails to one address in a quarter of an hour, whoever asks for them. */
const MAILS = 5;
const QUARTER_HOUR = 15 * 60;

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly outbox: Outbox;
  readonly rateLimits: RateLimits;
  readonly appUrl: string;
  readonly now: () => Date;
  readonly wake: () => void;
}

type Request =
  | { readonly purpose: "signup"; readonly email: string; readonly signUp: SignUp }
  | { readonly purpose: "resend" | "magiclink" | "recovery"; readonly email: string };

export type LinkRequests = ReturnType<typeof openLinkRequests>;

/**
 * Links that people ask for. Asking only leaves a row, the same for every address; whether there is an account is looked
 * up by a worker, so that neither an answer nor its time can tell.
 */
export function openLinkRequests({ db, outbox, rateLimits, appUrl, now, wake }: Deps) {
  const mayMail = async (email: string) => {
    try {
      await rateLimits.take(`mail|${email}`, MAILS, QUARTER_HOUR);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };

  const answer = async (tx: Transaction<DB>, request: Request) => {
    const { purpose, email } = request;
    const user = await tx
      .selectFrom("auth.users")
      .select(["email", "first_name", "last_name"])
      .where("email", "=", email)
      .executeTakeFirst();
    const allowed = await mayMail(email);
    const at = now();
    if (purpose === "signup") {
      const { signUp } = request;
      if (user) return allowed && (await outbox.enqueue(tx, alreadyRegistered({ user: named(user), appUrl })));
      const token = await issueLink(tx, "signup", email, at, signUp);
      // Without a mail there is nothing to follow; what was chosen is kept all the same.
      return allowed && (await outbox.enqueue(tx, confirmSignUp({ user: { email, ...signUp }, appUrl, token })));
    }
    if (!allowed) return;
    if (purpose === "resend") {
      const again = user ? undefined : await issueLinkAgain(tx, email, at);
      if (again) await outbox.enqueue(tx, confirmSignUp({ user: { email, ...again }, appUrl, token: again.token }));
      return;
    }
    if (!user) return;
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
      wake();
    },

    /** Answers what was asked, in order; run by a worker. */
    async answerAll(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const answered = await db.transaction().execute(async (tx) => {
          const { rows } = await sql<{
            purpose: "signup" | "resend" | "magiclink" | "recovery";
            email: string;
            first_name: string;
            last_name: string;
            password: string;
            browser_sha256: Buffer;
          }>`DELETE FROM auth.link_requests WHERE id = (SELECT id FROM auth.link_requests ORDER BY requested_at LIMIT 1
            FOR UPDATE SKIP LOCKED) RETURNING purpose, email, first_name, last_name, password, browser_sha256`.execute(
            tx,
          );
          const row = rows[0];
          if (!row) return false;
          const { purpose, email, first_name: firstName, last_name: lastName, password, browser_sha256: browser } = row;
          await answer(
            tx,
            purpose === "signup"
              ? { purpose, email, signUp: { firstName, lastName, password, browser } }
              : { purpose, email },
          );
          return true;
        });
        if (!answered) return;
      }
    },
  };
}

function named(user: { email: string; first_name: string; last_name: string }) {
  return { email: user.email, firstName: user.first_name, lastName: user.last_name };
}
