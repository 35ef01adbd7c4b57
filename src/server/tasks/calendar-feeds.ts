import { newToken, sha256 } from "../auth/tokens.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";

type Member = Pick<Caller, "companyId" | "userId">;

/** A member's calendar, without its address, which is known to them alone; null where they made none. */
export async function readCalendar(tx: Tx, { companyId, userId }: Member) {
  const row = await tx
    .selectFrom("app.calendar_feeds")
    .select(["created_at", "last_read_at"])
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ? { createdAt: row.created_at.toISOString(), lastReadAt: row.last_read_at?.toISOString() ?? null } : null;
}

/** Makes the token of a member's calendar, and ends the one before it. */
export async function openCalendar(tx: Tx, caller: Member & Pick<Caller, "secondFactor">, now: Date): Promise<string> {
  await closeCalendar(tx, caller);
  const token = newToken();
  await tx
    .insertInto("app.calendar_feeds")
    .values({
      company_id: caller.companyId,
      user_id: caller.userId,
      token_sha256: sha256(token),
      has_second_factor: caller.secondFactor,
      created_at: now,
    })
    .execute();
  return token;
}

/** Ends it; false where there is none. */
export async function closeCalendar(tx: Tx, { companyId, userId }: Member): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("app.calendar_feeds")
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
