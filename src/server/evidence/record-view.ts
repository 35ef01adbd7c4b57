import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Caller } from "../endpoints/caller.ts";
import { recordAct } from "../ledger/record-act.ts";

/**
 * Writes down in the matter's own record that somebody looks at a privileged item; does nothing for any other. Committed
 * before the item is given away, in the same transaction: what could not be recorded is not shown.
 */
export async function recordView(
  tx: Tx,
  caller: Caller,
  item: { id: string; number: number; matter_id: string | null },
  how: "opened" | "downloaded",
): Promise<void> {
  if (item.matter_id === null) return;
  const details = { exhibit: formatExhibitNumber(item.number), how };
  await recordAct(tx, caller, "evidence.viewed", { subject: item.id, details, matterId: item.matter_id });
}
