import type { RateLimits } from "../../limits/rate-limits.ts";
import { countRecoveryCodes, spendRecoveryCode } from "../recovery-codes.ts";
import { spendTotpCode } from "../totp.ts";
import type { FactorDeps } from "./factor-deps.ts";
import { methodsOf } from "./methods.ts";
import { tellOwner } from "./tell-owner.ts";

/**
 * Wrong one-time codes on one account, whoever tries them: from elsewhere, a day's tries have a chance of two in ten
 * thousand. Browsers in which the account was used before are counted apart, so that nobody can use up its owner's tries.
 */
const TRIES = 20;
const QUARTER_HOUR = 15 * 60;
const TRIES_ELSEWHERE = 60;
const DAY = 24 * 60 * 60;

/**
 * Uses a one-time code or a recovery code up and says which it was; undefined when it is neither, or was used before.
 * Refuses `too-many-requests` where too many one-time codes were tried; a recovery code cannot be guessed and is not
 * counted, so there is always a way in for its owner.
 */
export async function checkCode(
  deps: FactorDeps,
  userId: string,
  code: string,
  where: "known-device" | "elsewhere" = "known-device",
): Promise<"second-factor" | "recovery-code" | undefined> {
  const { db, keys, rateLimits, now } = deps;
  if (/^\d{6}$/.test(code)) {
    const refund = await takeTry(rateLimits, userId, where);
    if (!(await spendTotpCode(db, keys, userId, code, now()))) return undefined;
    await refund();
    return "second-factor";
  }
  return await db.transaction().execute(async (tx) => {
    if ((await methodsOf(tx, userId)).length === 0 || !(await spendRecoveryCode(tx, userId, code, now())))
      return undefined;
    const user = await tx
      .selectFrom("auth.users")
      .select(["id as userId", "email", "first_name as firstName", "last_name as lastName"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    await tellOwner(deps, tx, user, "recovery-code-used", await countRecoveryCodes(tx, userId));
    return "recovery-code";
  });
}

/** Counts a try before it is made; answers what takes the count back after a right code, for only wrong ones count. */
async function takeTry(rateLimits: RateLimits, userId: string, where: "known-device" | "elsewhere") {
  const turns: [key: string, limit: number, seconds: number][] = [
    [`code|${userId}|${where}`, TRIES, QUARTER_HOUR],
    ...(where === "elsewhere" ? [[`codes|${userId}`, TRIES_ELSEWHERE, DAY] as [string, number, number]] : []),
  ];
  for (const turn of turns) await rateLimits.take(...turn);
  return async () => {
    for (const [key, , seconds] of turns) await rateLimits.refund(key, seconds);
  };
}
