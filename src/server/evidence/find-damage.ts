import type { Damage } from "#domain/stored-file.ts";
import type { Tx } from "../db/as-caller.ts";

/** What was found wrong with an item's stored file, for whoever sees the item; null while none is known. */
export async function findDamage(tx: Tx, companyId: string, evidenceId: string) {
  const row = await tx
    .selectFrom("app.damaged_files")
    .select(["damage", "found_at"])
    .where("company_id", "=", companyId)
    .where("evidence_id", "=", evidenceId)
    .executeTakeFirst();
  return row ? { kind: row.damage as Damage, foundAt: row.found_at.toISOString() } : null;
}
