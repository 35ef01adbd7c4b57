import { sql } from "kysely";
import type { Tx } from "../db/as-caller.ts";

/** Whether the caller of the transaction runs this installation. */
export async function isPlatformAdmin(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ admin: boolean }>`SELECT app.is_platform_admin() AS admin`.execute(tx);
  return rows[0]?.admin ?? false;
}
