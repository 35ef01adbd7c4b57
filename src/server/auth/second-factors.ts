import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { DB } from "../db/types.gen.ts";

/** How a second factor can be brought. */
export type SecondFactorMethod = "code" | "passkey" | "recovery-code";

export interface SecondFactors {
  /** The ways in force now; recovery codes only beside another. */
  methodsOf(userId: string): Promise<SecondFactorMethod[]>;
  /** Uses a one-time code or a recovery code up; undefined when it is neither. */
  checkCode(userId: string, code: string): Promise<"second-factor" | "recovery-code" | undefined>;
  /** Whether running this instance, or a company of theirs, asks for a second factor. */
  required(userId: string): Promise<boolean>;
}

/** As app_auth. */
export function openSecondFactors({ db }: { db: Kysely<DB> }): SecondFactors {
  return {
    methodsOf: async (userId) => {
      const { rows } = await sql<{ code: boolean; passkey: boolean; recovery: boolean }>`SELECT
        EXISTS (SELECT FROM auth.totp_secrets WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS code,
        EXISTS (SELECT FROM auth.passkeys WHERE user_id = ${userId}) AS passkey,
        EXISTS (SELECT FROM auth.recovery_codes WHERE user_id = ${userId} AND used_at IS NULL) AS recovery`.execute(db);
      const { code, passkey, recovery } = rows[0]!;
      if (!code && !passkey) return [];
      return [
        ...(code ? (["code"] as const) : []),
        ...(passkey ? (["passkey"] as const) : []),
        ...(recovery ? (["recovery-code"] as const) : []),
      ];
    },
    checkCode: async () => undefined,
    required: async (userId) => {
      const { rows } = await sql<{
        required: boolean;
      }>`SELECT app.asked_for_second_factor(${userId}) AS required`.execute(db);
      return rows[0]!.required;
    },
  };
}
