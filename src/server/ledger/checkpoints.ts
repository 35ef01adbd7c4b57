import type { Tx } from "../db/as-caller.ts";
import type { LedgerSigner } from "./signer.ts";

/** A signed head of a company's ledger. */
export interface SignedHead {
  readonly size: number;
  readonly root: Buffer;
  readonly note: string;
}

/**
 * The newest checkpoint, signed now when the ledger has grown past the last one. Refuses `ledger-forked`. What this
 * transaction itself appended is not part of it: nobody signs what is not committed.
 */
export async function newestCheckpoint(tx: Tx, signer: LedgerSigner, companyId: string): Promise<SignedHead> {
  await signer.signCheckpoints(companyId);
  return await tx
    .selectFrom("app.ledger_checkpoints")
    .select(["size", "root", "note"])
    .where("company_id", "=", companyId)
    .orderBy("size", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
}
