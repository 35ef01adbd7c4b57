import { sql } from "kysely";
import type { Kysely } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { DB } from "../db/types.gen.ts";
import type { Keys } from "../keys/keys.ts";

/** What every authenticator app understands; several ignore whatever else an address asks for. */
const form = { issuer: "Exhibit", algorithm: "SHA1", digits: 6, period: 30 } as const;
/** The length of an HMAC-SHA-1 key that RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Steps that a clock may be off, and a person may be slow. */
const WINDOW = 1;

/** A fresh secret, sealed for the database, and as an app reads it: typed, or as the address in a QR code. */
export function newTotpSecret(keys: Keys, user: { id: string; email: string }) {
  const secret = new Secret({ size: SECRET_BYTES });
  return {
    sealed: keys.wrap("totp", secret.bytes, user.id),
    secret: secret.base32,
    uri: new TOTP({ ...form, label: user.email, secret }).toString(),
  };
}

/**
 * Keeps a secret that is not in force. One that is stays in force beside it, so that who moves to a new phone and gives up
 * half-way is not locked out.
 */
export async function keepTotpSecret(db: Kysely<DB>, userId: string, sealed: Buffer, at: Date): Promise<void> {
  await sql`INSERT INTO auth.totp_secrets (user_id, sealed, created_at) VALUES (${userId}, ${sealed}, ${at})
    ON CONFLICT (user_id) DO UPDATE SET created_at = excluded.created_at,
      sealed = CASE WHEN totp_secrets.confirmed_at IS NULL THEN excluded.sealed ELSE totp_secrets.sealed END,
      replacement = CASE WHEN totp_secrets.confirmed_at IS NULL THEN NULL ELSE excluded.sealed END`.execute(db);
}

/** Puts the secret that waits in force when the code is one of its own; says what that did, undefined when it was not. */
export async function confirmTotpSecret(
  db: Kysely<DB>,
  keys: Keys,
  userId: string,
  code: string,
  at: Date,
  triesLeft = 3,
): Promise<"added" | "replaced" | undefined> {
  const row = await db
    .selectFrom("auth.totp_secrets")
    .select(["sealed", "replacement", "confirmed_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const waiting = row && (row.confirmed_at === null ? row.sealed : row.replacement);
  const step = waiting && stepOf(keys.unwrap("totp", waiting, userId), code, at);
  if (step === undefined || !waiting) return undefined;
  const { rows } = await sql`UPDATE auth.totp_secrets SET sealed = ${waiting}, replacement = NULL, confirmed_at = ${at},
      last_step = ${step}
    WHERE user_id = ${userId} AND CASE WHEN confirmed_at IS NULL THEN sealed ELSE replacement END = ${waiting}
    RETURNING user_id`.execute(db);
  if (rows.length === 0) {
    // The same secret may have been wrapped anew since it was read.
    const again = await db
      .selectFrom("auth.totp_secrets")
      .select(["sealed", "replacement", "confirmed_at"])
      .where("user_id", "=", userId)
      .executeTakeFirst();
    const waits = again && (again.confirmed_at === null ? again.sealed : again.replacement);
    const changed = waits && !waits.equals(waiting) && triesLeft > 0;
    return changed ? await confirmTotpSecret(db, keys, userId, code, at, triesLeft - 1) : undefined;
  }
  return row.confirmed_at === null ? "added" : "replaced";
}

/**
 * Uses a code of the secret in force up; answers whether it was right and new. Of two requests that bring the same code
 * at the same instant, the database lets one through (RFC 6238, section 5.2).
 */
export async function spendTotpCode(
  db: Kysely<DB>,
  keys: Keys,
  userId: string,
  code: string,
  at: Date,
  triesLeft = 3,
): Promise<boolean> {
  const row = await db
    .selectFrom("auth.totp_secrets")
    .select("sealed")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  const step = row && stepOf(keys.unwrap("totp", row.sealed, userId), code, at);
  if (row === undefined || step === undefined) return false;
  const used = await db
    .updateTable("auth.totp_secrets")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("sealed", "=", row.sealed)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  if (used !== undefined) return true;
  // The same secret may have been wrapped anew since it was read.
  const now = await db
    .selectFrom("auth.totp_secrets")
    .select("sealed")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const changed = now !== undefined && !now.sealed.equals(row.sealed);
  return changed && triesLeft > 0 && (await spendTotpCode(db, keys, userId, code, at, triesLeft - 1));
}

/** The time step whose code this is, one step around now; undefined when it is none's. Compares in constant time. */
function stepOf(bytes: Uint8Array, code: string, at: Date): number | undefined {
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer });
  const timestamp = at.getTime();
  const delta = TOTP.validate({ ...form, secret, token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp }) + delta;
}
