import type pg from "pg";
import type { Logger } from "pino";
import type { Session, SignInMethod } from "../endpoints/session.ts";
import { sha256 } from "./tokens.ts";

interface Deps {
  /** As app_auth. */
  readonly pool: pg.Pool;
  readonly idleMs: number;
  readonly now: () => Date;
  readonly log: Logger;
}

const MINUTE = 60_000;
/** Requests that were under way when a token changed may still arrive with the one before. */
const OVERLAP = 10_000;

/** Finds the session that a token opens, with one prepared statement, and notes that it was used. */
export function sessionFinder({ pool, idleMs, now, log }: Deps) {
  const find = async (token: string | undefined, awaiting: boolean): Promise<Session | undefined> => {
    if (token === undefined) return undefined;
    const hash = sha256(token);
    const at = now();
    const values = [hash, awaiting, at, new Date(at.getTime() - idleMs)];
    const { rows } = await pool.query<SessionRow>({ name: "session", text: byToken, values });
    // Rarely: the token changed while this request was on its way.
    const row = rows[0] ?? (await pool.query<SessionRow>({ name: "session before", text: byPrevious, values })).rows[0];
    if (!row) return undefined;
    if (at.getTime() - row.last_used_at.getTime() > MINUTE) touch(row.id, at);
    if (rows[0] && row.previous_until && row.previous_until.getTime() > at.getTime() + OVERLAP) retire(row.id, at);
    return {
      id: row.id,
      userId: row.user_id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      method: row.method,
      hasSecondFactor: row.has_second_factor,
      authenticatedAt: row.authenticated_at,
      expiresAt: new Date(Math.min(row.expires_at.getTime(), at.getTime() + idleMs)),
      mustRotate: row.renew,
    };
  };

  /** Once a minute at most, and nobody waits for it. */
  const touch = (id: string, at: Date) =>
    void pool
      .query("UPDATE auth.sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2", [id, at])
      .catch((error: unknown) => log.debug({ err: error }, "a session's use was not noted"));

  /** The token before ends shortly after the new one has arrived. */
  const retire = (id: string, at: Date) =>
    void pool
      .query("UPDATE auth.sessions SET previous_until = $2 WHERE id = $1", [id, new Date(at.getTime() + OVERLAP)])
      .catch((error: unknown) => log.debug({ err: error }, "an old token ends later"));

  return find;
}

interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly method: SignInMethod;
  readonly has_second_factor: boolean;
  readonly renew: boolean;
  readonly authenticated_at: Date;
  readonly last_used_at: Date;
  readonly previous_until: Date | null;
  readonly expires_at: Date;
}

const session = `SELECT s.id, s.user_id, u.email, u.first_name, u.last_name, s.method, s.has_second_factor, s.renew,
    s.authenticated_at, s.last_used_at, s.expires_at, s.previous_until
  FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id
  WHERE s.awaits_second_factor = $2 AND s.expires_at > $3 AND s.last_used_at > $4
    AND NOT EXISTS (SELECT FROM app.account_bounds b WHERE b.user_id = s.user_id AND b.disabled_at IS NOT NULL)`;
const byToken = `${session} AND s.token_sha256 = $1`;
const byPrevious = `${session} AND s.previous_sha256 = $1 AND s.previous_until > $3`;
