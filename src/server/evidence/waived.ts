import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";

/** Who waived the privilege of an item, when and why; undefined for an item that never had one. */
export async function findWaiver(tx: Tx, evidenceId: string) {
  const [row] = await callFunction(tx, "app.privilege_waiver", [evidenceId]);
  return row && { at: row.waived_at.toISOString(), by: row.waived_by || "A former member", reason: row.reason };
}
