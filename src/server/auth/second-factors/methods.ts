import { sql } from "kysely";
import type { Kysely } from "kysely";
import { callFunction } from "../../db/functions.ts";
import type { DB } from "../../db/types.gen.ts";
import type { SecondFactorMethod } from "./factor-deps.ts";

/** The ways in force now; recovery codes only beside another. */
export async function methodsOf(on: Kysely<DB>, userId: string): Promise<SecondFactorMethod[]> {
  const { rows } = await sql<{ code: boolean; passkey: boolean; recovery: boolean }>`SELECT
    EXISTS (SELECT FROM auth.totp_secrets WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS code,
    EXISTS (SELECT FROM auth.passkeys WHERE user_id = ${userId}) AS passkey,
    EXISTS (SELECT FROM auth.recovery_codes WHERE user_id = ${userId} AND used_at IS NULL) AS recovery`.execute(on);
  const { code, passkey, recovery } = rows[0]!;
  if (!code && !passkey) return [];
  const methods = { code, passkey, "recovery-code": recovery };
  return (Object.keys(methods) as SecondFactorMethod[]).filter((method) => methods[method]);
}

/** Whether running this instance, or a company of theirs, asks for a second factor. */
export async function isRequired(on: Kysely<DB>, userId: string): Promise<boolean> {
  return await callFunction(on, "app.asked_for_second_factor", [userId]);
}
