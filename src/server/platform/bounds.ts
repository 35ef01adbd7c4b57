import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/** Whether the caller may found companies and make projects; the database refuses by the same rule. */
export async function mayFound(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ role: string }>`SELECT app.my_platform_role() AS role`.execute(tx);
  return rows[0]?.role === "admin" || rows[0]?.role === "manager";
}
