import type { Tx } from "../db/as-caller.ts";
import { newestCheckpoint } from "../ledger/checkpoints.ts";
import type { LedgerSigner } from "../ledger/ledger-signer.ts";
import { inclusionProofs, proofAsText } from "../ledger/read-tree.ts";
import { changeLines } from "./change-lines.ts";
import { getSeal } from "./open-item.ts";

/** That an item is in its ledger, as a reader can check it alone: its entry, its seal, and the way to a signed checkpoint. */
export async function proofOf(
  signer: LedgerSigner,
  tx: Tx,
  companyId: string,
  item: { id: string; ledger_index: number; erased_at: Date | null },
) {
  const checkpoint = await newestCheckpoint(tx, signer, companyId);
  const { entry } = await tx
    .selectFrom("app.ledger_entries")
    .select("entry")
    .where("company_id", "=", companyId)
    .where("seq", "=", item.ledger_index)
    .executeTakeFirstOrThrow();
  const [path] = await inclusionProofs(tx, checkpoint, [item.ledger_index]);
  const seal = await getSeal(tx, companyId, item.id);
  return {
    entry,
    salt: seal.salt.toString("base64"),
    metadata: item.erased_at ? null : (JSON.parse(seal.metadata) as Record<string, unknown>),
    index: item.ledger_index,
    size: checkpoint.size,
    path: proofAsText(path!),
    root: checkpoint.root.toString("base64"),
    checkpoint: checkpoint.note,
    key: checkpoint.key,
    // What is erased leaves nothing that they could be replayed over.
    changes: item.erased_at ? [] : await changeLines(tx, checkpoint, [item.id]),
  };
}
