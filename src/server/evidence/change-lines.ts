import { callFunction } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { actLines } from "../ledger/act-lines.ts";

/** The entries before a head by which these items were renamed or re-filed, in the ledger's order, as far as the caller may see them. */
export async function changeActs(tx: Tx, head: { readonly size: number }, ids: readonly string[]) {
  return ids.length === 0 ? [] : await callFunction(tx, "app.item_changes", [ids, head.size]);
}

/** One line for each entry by which one of these items changed, as {@link actLines} writes it. */
export async function changeLines(
  tx: Tx,
  head: { readonly size: number; readonly root: Uint8Array },
  ids: readonly string[],
): Promise<string[]> {
  return await actLines(tx, head, await changeActs(tx, head, ids));
}
