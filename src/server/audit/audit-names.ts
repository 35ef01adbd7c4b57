import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";

/** Names of both sides by id. */
export async function auditNames(tx: Tx): Promise<(id: string) => string> {
  const rows = await callFunction(tx, "app.audit_names", []);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) || "A former member";
}
