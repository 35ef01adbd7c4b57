import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";

/** Whether the caller may found companies and make projects; the database refuses by the same rule. */
export async function mayFound(tx: Tx): Promise<boolean> {
  const role = await callFunction(tx, "app.my_platform_role", []);
  return role === "admin" || role === "manager";
}
