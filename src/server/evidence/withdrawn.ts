import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/**
 * For the rest of the transaction withdrawn items are seen too, with the controls they were filed under. Everything else leaves them
 * out, by the policies of the database: only what shows an item as withdrawn may ask for them.
 */
export async function seeWithdrawn(tx: Tx): Promise<void> {
  await sql`SELECT set_config('app.withdrawn', 'shown', true)`.execute(tx);
}

/** Reads with withdrawn items in sight, and not for the rest of the transaction. */
export async function seeingWithdrawn<T>(tx: Tx, read: () => Promise<T>): Promise<T> {
  await seeWithdrawn(tx);
  const found = await read();
  await sql`SELECT set_config('app.withdrawn', '', true)`.execute(tx);
  return found;
}

interface WithdrawalRow {
  readonly reason: string;
  readonly by_id: string;
  readonly by: string;
  readonly at: Date;
  readonly restored_by: string | null;
  readonly restored_at: Date | null;
}

/** Every withdrawal of an item, the first one first, as far as the caller may see them. */
export async function withdrawalsOf(tx: Tx, companyId: string, evidenceId: string) {
  const { rows } = await sql<WithdrawalRow>`
    SELECT w.reason, w.withdrawn_by AS by_id, concat_ws(' ', p.first_name, p.last_name) AS by, w.withdrawn_at AS at,
      concat_ws(' ', r.first_name, r.last_name) AS restored_by, w.restored_at
    FROM app.withdrawals w
    LEFT JOIN app.profiles p ON p.id = w.withdrawn_by LEFT JOIN app.profiles r ON r.id = w.restored_by
    WHERE w.company_id = ${companyId} AND w.evidence_id = ${evidenceId} ORDER BY w.ledger_index`.execute(tx);
  return rows.map((row) => ({
    reason: row.reason,
    byId: row.by_id,
    by: nameOr(row.by),
    at: row.at,
    restored: row.restored_at && { by: nameOr(row.restored_by), at: row.restored_at },
  }));
}

/** Who erased the file of an item, when and why, and when its bytes left their store; undefined where it has its file. */
export async function erasureOf(tx: Tx, companyId: string, evidenceId: string) {
  const { rows } = await sql<{ at: Date; by: string | null; reason: string; removed_at: Date | null }>`
    SELECT x.erased_at AS at, concat_ws(' ', p.first_name, p.last_name) AS by, x.reason, x.removed_at
    FROM app.erasures x LEFT JOIN app.profiles p ON p.id = x.erased_by
    WHERE x.company_id = ${companyId} AND x.evidence_id = ${evidenceId}`.execute(tx);
  return rows[0] && { ...rows[0], by: nameOr(rows[0].by), removedAt: rows[0].removed_at };
}

export type Erasure = Awaited<ReturnType<typeof erasureOf>>;
export type Withdrawal = Awaited<ReturnType<typeof withdrawalsOf>>[number];

const nameOr = (name: string | null) => name || "A former member";
