import { randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { DB } from "../db/types.gen.ts";
import { sha256 } from "./tokens.ts";

const CODES = 10;
/** 80 bits: what cannot be guessed needs no salt, and no limit of tries to be safe. */
const BYTES = 10;
/** Base 32 without the letters that are taken for digits or for each other (Crockford's). */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ten new codes in groups of four, to be shown once; those before them stop working. */
export async function issueRecoveryCodes(tx: Transaction<DB>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => spell(randomBytes(BYTES)));
  await forgetRecoveryCodes(tx, userId);
  await tx
    .insertInto("auth.recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_sha256: sha256(code) })))
    .execute();
  return codes.map((code) => code.match(/.{4}/g)!.join("-"));
}

/** Uses a code up, however its letters and groups were typed; of two uses at the same instant one is answered true. */
export async function spendRecoveryCode(db: Kysely<DB>, userId: string, typed: string, at: Date): Promise<boolean> {
  const used = await db
    .updateTable("auth.recovery_codes")
    .set({ used_at: at })
    .where("user_id", "=", userId)
    .where("code_sha256", "=", sha256(read(typed)))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}

/** How many codes still work. */
export async function countRecoveryCodes(db: Kysely<DB>, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom("auth.recovery_codes")
    .select((of) => of.fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return left;
}

/** Ends all codes of an account. */
export async function forgetRecoveryCodes(db: Kysely<DB>, userId: string): Promise<void> {
  await db.deleteFrom("auth.recovery_codes").where("user_id", "=", userId).execute();
}

function spell(bytes: Buffer): string {
  const bits = BigInt(`0x${bytes.toString("hex")}`);
  return Array.from({ length: (BYTES * 8) / 5 }, (_, at) => LETTERS[Number((bits >> BigInt(at * 5)) & 31n)]).join("");
}

function read(typed: string): string {
  return typed.replace(/[\s-]/g, "").toLowerCase().replaceAll("o", "0").replace(/[il]/g, "1");
}
