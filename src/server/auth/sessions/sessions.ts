import type { Kysely } from "kysely";
import { sql } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";
import type { DB } from "../../db/types.gen.ts";
import type { RequestMeta } from "../../endpoints/request.ts";
import { sessionFinder } from "../session-finder.ts";
import { isKnownDevice } from "./known-device.ts";
import { openSession } from "./open.ts";
import { completeSecondFactor } from "./complete-second-factor.ts";
import { recordRefusal } from "./record-refusal.ts";
import { renewSession } from "./renew.ts";
import { replaceToken } from "./replace-token.ts";
import { forgetSession } from "./session-deps.ts";
import type { SessionDeps } from "./session-deps.ts";

interface Deps extends SessionDeps {
  readonly pool: pg.Pool;
  readonly log: Logger;
}

export type Sessions = ReturnType<typeof openSessions>;

/** Sessions in the database: opaque to the browser, ended at once for every process, found by the hash of their token. */
export function openSessions(deps: Deps) {
  const { db, pool, cookies, limits, now, log } = deps;
  const find = sessionFinder({ pool, idleMs: limits.idleMinutes * 60_000, now, log });

  return {
    /** The session a request's cookie names; undefined when there is none, it has ended, or a second factor is missing. */
    read: (cookie: string | undefined) => find(cookies.read(cookie, "session"), false),

    /** The session that waits for its second factor; ten minutes at most. */
    readAwaiting: (cookie: string | undefined) => find(cookies.read(cookie, "session"), true),

    isKnownDevice: (email: string, cookie: string | undefined) => isKnownDevice(deps, email, cookie),
    open: openSession(deps),
    completeSecondFactor: completeSecondFactor(deps),
    renew: renewSession(deps),
    replaceToken: replaceToken(deps),
    refused: recordRefusal(deps),

    /** Ends the browser's session, whole or awaiting, and takes its cookie away. */
    async end(request: RequestMeta): Promise<void> {
      await forgetSession(deps, db, request);
      request.setCookie(cookies.clear("session"));
    },

    /** Ends sessions of a user, all but one where it is given; answers how many. */
    async endAll(tx: Kysely<DB>, userId: string, except?: string): Promise<number> {
      const { rows } = await sql`DELETE FROM auth.sessions WHERE user_id = ${userId}
        AND id IS DISTINCT FROM ${except ?? null}::uuid RETURNING id`.execute(tx);
      return rows.length;
    },
  };
}
