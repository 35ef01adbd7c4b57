import type { LedgerLoss } from "#domain/ledger-loss.ts";
import type { Tx } from "../db/as-caller.ts";

/** Every loss that was accepted for a company's ledger, the first one first. */
export async function lossesOf(tx: Tx, companyId: string): Promise<LedgerLoss[]> {
  const rows = await tx
    .selectFrom("app.ledger_losses")
    .select(["seq", "old_origin", "last_size", "last_root", "reason", "person", "accepted_at"])
    .where("company_id", "=", companyId)
    .orderBy("generation")
    .execute();
  return rows.map((row) => ({
    oldOrigin: row.old_origin,
    last:
      row.last_size === null || row.last_root === null
        ? undefined
        : { size: row.last_size, root: row.last_root.toString("base64") },
    reason: row.reason,
    person: row.person,
    at: row.accepted_at,
    index: row.seq,
  }));
}
