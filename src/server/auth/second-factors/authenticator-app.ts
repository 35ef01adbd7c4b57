import { fail } from "../../app-error.ts";
import { confirmTotpSecret, keepTotpSecret, newTotpSecret } from "../totp.ts";
import { changing, added, removed } from "./changing.ts";
import type { FactorDeps, FactorOwner } from "./factor-deps.ts";

/** A fresh secret for an authenticator app, not in force until a code from it was typed. */
export async function beginTotp(
  { db, keys, now }: Pick<FactorDeps, "db" | "keys" | "now">,
  user: FactorOwner,
): Promise<{ secret: string; uri: string }> {
  const { sealed, secret, uri } = newTotpSecret(keys, { id: user.userId, email: user.email });
  await keepTotpSecret(db, user.userId, sealed, now());
  return { secret, uri };
}

/** Puts the app in force; recovery codes where there are none, undefined when the code is not its own. */
export async function confirmTotp(deps: FactorDeps, user: FactorOwner, code: string): Promise<string[] | undefined> {
  const { db, keys, now } = deps;
  return await changing(db, user.userId, async (tx) => {
    const done = await confirmTotpSecret(tx, keys, user.userId, code, now());
    return done && (await added(deps, tx, user, done === "added" ? "app-added" : "app-replaced"));
  });
}

/** Removes the app; answers whether another factor is left, and refuses `not-found` and `second-factor-kept`. */
export async function removeTotp(deps: FactorDeps, user: FactorOwner): Promise<boolean> {
  const { db } = deps;
  return await changing(db, user.userId, async (tx) => {
    const gone = await tx
      .deleteFrom("auth.totp_secrets")
      .where("user_id", "=", user.userId)
      .returning("confirmed_at")
      .executeTakeFirst();
    if (!gone?.confirmed_at) fail("not-found");
    return await removed(deps, tx, user, "app-removed");
  });
}
