import { callFunction } from "../db/functions.ts";
import type { RowOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { fail } from "../app-error.ts";

/** Something a member issued that goes on to work. */
/** As the ledger names what was issued. */
const named = ({ kind, label }: RowOf<"app.take_over_issued">) => `${kind} ${label}`;

/** Makes the caller the issuer of what shall go on. Refuses `issued-changed` where that is not all there any more. */
export async function takeOver(
  tx: Tx,
  memberId: string,
  ids: readonly string[],
): Promise<{ kept?: readonly string[] }> {
  if (ids.length === 0) return {};
  const rows = await callFunction(tx, "app.take_over_issued", [memberId, ids]);
  if (rows.length !== new Set(ids).size) fail("issued-changed");
  return { kept: rows.map(named) };
}
