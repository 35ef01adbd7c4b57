import { sql } from "kysely";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "../db/types.gen.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { Keys } from "../keys/keys.ts";
import type { Outbox } from "../mail/outbox.ts";
import { secondFactorChanged } from "../mail/templates/second-factor-changed.ts";
import type { SecondFactorChange } from "../mail/templates/second-factor-changed.ts";
import { refuse } from "../refusal.ts";
import { countRecoveryCodes, forgetRecoveryCodes, issueRecoveryCodes, spendRecoveryCode } from "./recovery-codes.ts";
import { confirmTotpSecret, keepTotpSecret, newTotpSecret, spendTotpCode } from "./totp.ts";

/** How a second factor can be brought. */
export type SecondFactorMethod = "code" | "passkey" | "recovery-code";

/** Whose second factors, and in which session they are changed. */
export interface FactorOwner {
  /** The session's. */
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface Deps {
  /** As app_auth. */
  readonly db: Kysely<DB>;
  readonly keys: Keys;
  readonly rateLimits: RateLimits;
  readonly outbox: Outbox;
  readonly appUrl: string;
  readonly now: () => Date;
}

/**
 * Wrong one-time codes on one account, whoever tries them: from elsewhere, a day's tries have a chance of two in ten
 * thousand. Browsers in which the account was used before are counted apart, so that nobody can use up its owner's tries.
 */
const TRIES = 20;
const QUARTER_HOUR = 15 * 60;
const TRIES_ELSEWHERE = 60;
const DAY = 24 * 60 * 60;

export type SecondFactors = ReturnType<typeof openSecondFactors>;

/** Authenticator apps and recovery codes, and what holds for every second factor. */
export function openSecondFactors({ db, keys, rateLimits, outbox, appUrl, now }: Deps) {
  /**
   * One change to an account's factors after the other: what is left is counted while nobody else takes it away. The lock
   * lets sign-ins through, whose rows name the user.
   */
  const changing = <T>(userId: string, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await tx.selectFrom("auth.users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
      return await work(tx);
    });

  const tell = (tx: Transaction<DB>, user: Omit<FactorOwner, "id">, change: SecondFactorChange, codesLeft?: number) =>
    outbox.enqueue(tx, secondFactorChanged({ user, appUrl, at: now(), change, codesLeft }));

  const required = async (userId: string, on: Kysely<DB> = db): Promise<boolean> => {
    const { rows } = await sql<{ asked: boolean }>`SELECT app.asked_for_second_factor(${userId}) AS asked`.execute(on);
    return rows[0]!.asked;
  };

  const methodsOf = async (userId: string, on: Kysely<DB> = db): Promise<SecondFactorMethod[]> => {
    const { rows } = await sql<{ code: boolean; passkey: boolean; recovery: boolean }>`SELECT
      EXISTS (SELECT FROM auth.totp_secrets WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS code,
      EXISTS (SELECT FROM auth.passkeys WHERE user_id = ${userId}) AS passkey,
      EXISTS (SELECT FROM auth.recovery_codes WHERE user_id = ${userId} AND used_at IS NULL) AS recovery`.execute(on);
    const { code, passkey, recovery } = rows[0]!;
    if (!code && !passkey) return [];
    const methods = { code, passkey, "recovery-code": recovery };
    return (Object.keys(methods) as SecondFactorMethod[]).filter((method) => methods[method]);
  };

  /**
   * A factor came: its owner is told, and gets recovery codes where none are left. Sessions from before, which no second
   * factor was asked for, end: with the password alone they could add a factor of their own.
   */
  const added = async (tx: Transaction<DB>, user: FactorOwner, change: SecondFactorChange): Promise<string[]> => {
    await tell(tx, user, change);
    await tx
      .deleteFrom("auth.sessions")
      .where("user_id", "=", user.userId)
      .where("id", "<>", user.id)
      .where("has_second_factor", "=", false)
      .execute();
    return (await countRecoveryCodes(tx, user.userId)) > 0 ? [] : await issueRecoveryCodes(tx, user.userId);
  };

  /**
   * A factor was taken away in this transaction; refuses `second-factor-kept` when it was the last and one is required.
   * With the last factor the recovery codes go, and no session counts as one with a second factor any more. Answers
   * whether another is left.
   */
  const removed = async (tx: Transaction<DB>, user: FactorOwner, change: SecondFactorChange): Promise<boolean> => {
    await tell(tx, user, change);
    if ((await methodsOf(user.userId, tx)).length > 0) return true;
    if (await required(user.userId, tx)) refuse("second-factor-kept");
    await forgetRecoveryCodes(tx, user.userId);
    await tx
      .updateTable("auth.sessions")
      .set({ has_second_factor: false, renew: true })
      .where("user_id", "=", user.userId)
      .execute();
    return false;
  };

  return {
    /** The ways in force now; recovery codes only beside another. */
    methodsOf: (userId: string, on?: Kysely<DB>) => methodsOf(userId, on),

    /** Whether running this instance, or a company of theirs, asks for a second factor. */
    required: (userId: string) => required(userId),

    changing,
    added,
    removed,

    /**
     * Uses a one-time code or a recovery code up and says which it was; undefined when it is neither, or was used before.
     * Refuses `too-many-requests` where too many one-time codes were tried; a recovery code cannot be guessed and is not
     * counted, so there is always a way in for its owner.
     */
    async checkCode(
      userId: string,
      code: string,
      where: "known-device" | "elsewhere" = "known-device",
    ): Promise<"second-factor" | "recovery-code" | undefined> {
      if (/^\d{6}$/.test(code)) {
        const giveBack = await takeTry(rateLimits, userId, where);
        if (!(await spendTotpCode(db, keys, userId, code, now()))) return undefined;
        await giveBack();
        return "second-factor";
      }
      return await db.transaction().execute(async (tx) => {
        if ((await methodsOf(userId, tx)).length === 0 || !(await spendRecoveryCode(tx, userId, code, now())))
          return undefined;
        const user = await tx
          .selectFrom("auth.users")
          .select(["id as userId", "email", "first_name as firstName", "last_name as lastName"])
          .where("id", "=", userId)
          .executeTakeFirstOrThrow();
        await tell(tx, user, "recovery-code-used", await countRecoveryCodes(tx, userId));
        return "recovery-code";
      });
    },

    /** A fresh secret for an authenticator app, not in force until a code from it was typed. */
    async beginTotp(user: FactorOwner): Promise<{ secret: string; uri: string }> {
      const { sealed, secret, uri } = newTotpSecret(keys, { id: user.userId, email: user.email });
      await keepTotpSecret(db, user.userId, sealed, now());
      return { secret, uri };
    },

    /** Puts the app in force; recovery codes where there are none, undefined when the code is not its own. */
    confirmTotp: (user: FactorOwner, code: string): Promise<string[] | undefined> =>
      changing(user.userId, async (tx) => {
        const done = await confirmTotpSecret(tx, keys, user.userId, code, now());
        return done && (await added(tx, user, done === "added" ? "app-added" : "app-replaced"));
      }),

    /** Removes the app; answers whether another factor is left, and refuses `not-found` and `second-factor-kept`. */
    removeTotp: (user: FactorOwner): Promise<boolean> =>
      changing(user.userId, async (tx) => {
        const gone = await tx
          .deleteFrom("auth.totp_secrets")
          .where("user_id", "=", user.userId)
          .returning("confirmed_at")
          .executeTakeFirst();
        if (!gone?.confirmed_at) refuse("not-found");
        return await removed(tx, user, "app-removed");
      }),

    /** Ten new recovery codes; refuses `second-factor-needed-first` where there is nothing they could stand in for. */
    renewRecoveryCodes: (user: FactorOwner): Promise<string[]> =>
      changing(user.userId, async (tx) => {
        if ((await methodsOf(user.userId, tx)).length === 0) refuse("second-factor-needed-first");
        await tell(tx, user, "recovery-codes-renewed");
        return await issueRecoveryCodes(tx, user.userId);
      }),
  };
}

/** Counts a try before it is made; answers what takes the count back after a right code, for only wrong ones count. */
async function takeTry(rateLimits: RateLimits, userId: string, where: "known-device" | "elsewhere") {
  const turns: [key: string, limit: number, seconds: number][] = [
    [`code|${userId}|${where}`, TRIES, QUARTER_HOUR],
    ...(where === "elsewhere" ? [[`codes|${userId}`, TRIES_ELSEWHERE, DAY] as [string, number, number]] : []),
  ];
  for (const turn of turns) await rateLimits.take(...turn);
  return async () => {
    for (const [key, , seconds] of turns) await rateLimits.giveBack(key, seconds);
  };
}
