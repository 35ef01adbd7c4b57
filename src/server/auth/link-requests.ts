import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { JobHandler } from "../jobs/run-jobs.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Outbox } from "../mail/outbox.ts";
import { answerLinkRequest } from "./answer-link-request.ts";
import type { LinkRequest } from "./answer-link-request.ts";

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly outbox: Outbox;
  readonly rateLimits: RateLimits;
  readonly appUrl: string;
  readonly now: () => Date;
}

export type LinkRequests = ReturnType<typeof openLinkRequests>;

/**
 * Links that people ask for. Asking only leaves a row, the same for every address; whether there is an account is looked
 * up by a worker, so that neither an answer nor its time can tell.
 */
export function openLinkRequests(deps: Deps) {
  const { db, now } = deps;
  return {
    /** Notes that a link was asked for. */
    async ask(request: LinkRequest): Promise<void> {
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
          purpose: LinkRequest["purpose"];
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
        await answerLinkRequest(
          deps,
          tx,
          purpose === "signup"
            ? { purpose, email, signUp: { firstName, lastName, password, browser } }
            : { purpose, email },
        );
      })) satisfies JobHandler,
  };
}
