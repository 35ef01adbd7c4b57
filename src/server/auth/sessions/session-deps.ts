import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { DB } from "../../db/types.gen.ts";
import type { RequestMeta } from "../../endpoints/request.ts";
import type { Outbox } from "../../mail/outbox.ts";
import type { Cookies } from "../cookies.ts";
import type { SecondFactors } from "../second-factors/second-factors.ts";
import { sha256 } from "../tokens.ts";

/** How long a session lasts without use, and at most. */
export interface SessionLimits {
  readonly idleMinutes: number;
  readonly hours: number;
}

/** What sessions are kept with. */
export interface SessionDeps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly cookies: Cookies;
  readonly secondFactors: SecondFactors;
  readonly outbox: Outbox;
  readonly limits: SessionLimits;
  readonly appUrl: string;
  readonly now: () => Date;
}

/** How long a session lasts at most, in seconds. */
export const mostSeconds = ({ hours }: SessionLimits): number => hours * 60 * 60;

/** Gives the browser the token of its session. */
export function handToken(
  { cookies, limits }: Pick<SessionDeps, "cookies" | "limits">,
  request: RequestMeta,
  token: string,
  seconds = mostSeconds(limits),
): void {
  request.setCookie(cookies.set("session", token, seconds));
}

/** Deletes the session that the browser has; its token may have changed while the request was on its way. */
export async function forgetSession(
  { cookies, now }: Pick<SessionDeps, "cookies" | "now">,
  tx: Kysely<DB>,
  request: RequestMeta,
): Promise<void> {
  const token = cookies.read(request.cookie, "session");
  if (token === undefined) return;
  const hash = sha256(token);
  await sql`DELETE FROM auth.sessions WHERE token_sha256 = ${hash}
    OR (previous_sha256 = ${hash} AND previous_until > ${now()})`.execute(tx);
}
