import type { Kysely } from "kysely";
import type { DB } from "../../db/types.gen.ts";
import { hashPassword, needsNewHash, unknownHash, verifyPassword } from "../passwords.ts";
import type { Proof } from "./account-deps.ts";

/**
 * Compares a password with an address's; as much work for an unknown address as for a known one. `unconfirmed` is an
 * address that signed up with this password and has not followed its link; who has an account is answered so, too, or
 * signing up with an address and trying would tell whether it has one.
 */
export async function checkPassword(
  db: Kysely<DB>,
  email: string,
  password: string,
): Promise<Proof | "unconfirmed" | undefined> {
  const address = email.toLowerCase();
  const row = await db
    .selectFrom("auth.users as u")
    .leftJoin("auth.passwords as p", "p.user_id", "u.id")
    .select(["u.id", "p.hash", "p.changed_at"])
    .where("u.email", "=", address)
    .executeTakeFirst();
  const waiting = await db
    .selectFrom("auth.one_time_links")
    .select("password")
    .where("email", "=", address)
    .where("purpose", "=", "signup")
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  const right = await verifyPassword(row?.hash ?? unknownHash, password);
  const waits = waiting !== undefined && (await verifyPassword(waiting.password!, password));
  if (row?.hash && right) {
    if (needsNewHash(row.hash)) await replaceHash(db, row.id, row.hash, await hashPassword(password));
    return { userId: row.id, passwordOf: row.changed_at };
  }
  return waits ? "unconfirmed" : undefined;
}

/** The same password under new parameters, unless it was changed meanwhile. */
async function replaceHash(db: Kysely<DB>, userId: string, old: string, hash: string): Promise<void> {
  await db.updateTable("auth.passwords").set({ hash }).where("user_id", "=", userId).where("hash", "=", old).execute();
}
