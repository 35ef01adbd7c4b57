import type { Transaction } from "kysely";
import type { DB } from "../../db/types.gen.ts";
import { keepPassword } from "./keep-password.ts";

/** Whose account it shall be. */
export interface NewUser {
  /** Where something was made for the account before it exists, such as a passkey. */
  readonly id?: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * Makes a user whose address is proved; undefined when the address has one. What others chose who signed up with the
 * address ends with that, in whichever way it was proved.
 */
export async function createAccount(
  tx: Transaction<DB>,
  user: NewUser,
  now: Date,
  passwordHash?: string,
): Promise<string | undefined> {
  const made = await tx
    .insertInto("auth.users")
    .values({
      ...(user.id !== undefined && { id: user.id }),
      email: user.email.toLowerCase(),
      first_name: user.firstName,
      last_name: user.lastName,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made) return undefined;
  await tx
    .insertInto("app.profiles")
    .values({ id: made.id, first_name: user.firstName, last_name: user.lastName })
    .execute();
  if (passwordHash !== undefined) await keepPassword(tx, made.id, passwordHash, now);
  await tx.deleteFrom("auth.one_time_links").where("email", "=", user.email.toLowerCase()).execute();
  return made.id;
}
