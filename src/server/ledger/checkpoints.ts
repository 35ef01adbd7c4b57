import type { Tx } from "../db/as-caller.ts";
import type { LedgerSigner } from "./signer.ts";

/** A signed head of a company's ledger. */
export interface SignedHead {
  readonly size: number;
  readonly root: Buffer;
  readonly note: string;
  /** The name of the ledger, and of the key that signed the note. */
  readonly origin: string;
}

/**
 * The newest checkpoint, signed now when the ledger has grown past the last one. Refuses `ledger-forked` and `anchor-lost`. What
 * this transaction itself appended is not part of it: nobody signs what is not committed.
 */
export async function newestCheckpoint(tx: Tx, signer: LedgerSigner, companyId: string): Promise<SignedHead> {
  await signer.signCheckpoints(companyId);
  return toHead(await checkpointsOf(tx, companyId).limit(1).executeTakeFirstOrThrow(), signer, companyId);
}

/** The checkpoint of this size, under the newest origin that has one. */
export async function checkpointOfSize(
  tx: Tx,
  signer: LedgerSigner,
  companyId: string,
  size: number,
): Promise<SignedHead> {
  const found = checkpointsOf(tx, companyId).where("size", "=", size).limit(1);
  return toHead(await found.executeTakeFirstOrThrow(), signer, companyId);
}

function checkpointsOf(tx: Tx, companyId: string) {
  return tx
    .selectFrom("app.ledger_checkpoints")
    .select(["generation", "size", "root", "note"])
    .where("company_id", "=", companyId)
    .orderBy("generation", "desc")
    .orderBy("size", "desc");
}

function toHead(
  { generation, ...head }: Omit<SignedHead, "origin"> & { readonly generation: number },
  signer: LedgerSigner,
  companyId: string,
): SignedHead {
  return { ...head, origin: signer.origin(companyId, generation) };
}
