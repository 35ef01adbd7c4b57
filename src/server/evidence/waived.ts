import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/** Who lifted the privilege of an item, when and why; undefined for an item that never had one. */
export async function findWaiver(tx: Tx, evidenceId: string) {
  const { rows } = await sql<{ lifted_at: Date; lifted_by: string; reason: string }>`
    SELECT * FROM app.privilege_lifted(${evidenceId})`.execute(tx);
  const row = rows[0];
  return row && { at: row.lifted_at.toISOString(), by: row.lifted_by || "A former member", reason: row.reason };
}
