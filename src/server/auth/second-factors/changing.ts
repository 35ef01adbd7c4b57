import type { Kysely, Transaction } from "kysely";
import type { DB } from "../../db/types.gen.ts";
import type { SecondFactorChange } from "../../mail/templates/second-factor-changed.ts";
import { fail } from "../../app-error.ts";
import { countRecoveryCodes, forgetRecoveryCodes, issueRecoveryCodes } from "../recovery-codes.ts";
import type { FactorDeps, FactorOwner } from "./factor-deps.ts";
import { methodsOf, isRequired } from "./methods.ts";
import { tellOwner } from "./tell-owner.ts";

/**
 * One change to an account's factors after the other: what is left is counted while nobody else takes it away. The lock
 * lets sign-ins through, whose rows name the user.
 */
export async function changing<T>(
  db: Kysely<DB>,
  userId: string,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (tx) => {
    await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
    return await work(tx);
  });
}

/**
 * A factor came: its owner is told, and gets recovery codes where none are left. Sessions from before, which no second
 * factor was asked for, end: with the password alone they could add a factor of their own.
 */
export async function added(
  deps: FactorDeps,
  tx: Transaction<DB>,
  user: FactorOwner,
  change: SecondFactorChange,
): Promise<string[]> {
  await tellOwner(deps, tx, user, change);
  await tx
    .deleteFrom("auth.sessions")
    .where("user_id", "=", user.userId)
    .where("id", "<>", user.id)
    .where("has_second_factor", "=", false)
    .execute();
  return (await countRecoveryCodes(tx, user.userId)) > 0 ? [] : await issueRecoveryCodes(tx, user.userId);
}

/**
 * A factor was taken away in this transaction; refuses `second-factor-kept` when it was the last and one is required.
 * With the last factor the recovery codes go, and no session counts as one with a second factor any more. Answers
 * whether another is left.
 */
export async function removed(
  deps: FactorDeps,
  tx: Transaction<DB>,
  user: FactorOwner,
  change: SecondFactorChange,
): Promise<boolean> {
  await tellOwner(deps, tx, user, change);
  if ((await methodsOf(tx, user.userId)).length > 0) return true;
  if (await isRequired(tx, user.userId)) fail("second-factor-kept");
  await forgetRecoveryCodes(tx, user.userId);
  await tx
    .updateTable("auth.sessions")
    .set({ has_second_factor: false, renew: true })
    .where("user_id", "=", user.userId)
    .execute();
  return false;
}
