import type { Tx } from "../db/as-caller.ts";
import type { LedgerSigner } from "./ledger-signer.ts";

/** A signed head of a company's ledger. */
export interface SignedHead {
  readonly size: number;
  readonly root: Buffer;
  readonly note: string;
  /** The name of the ledger, and of the key that signed the note. */
  readonly origin: string;
  /** Its verification key, as C2SP signed-note writes it. */
  readonly key: string;
}

/**
 * The newest checkpoint, signed now when the ledger has grown past the last one. Refuses `ledger-forked`, `anchor-lost`
 * and `signer-unavailable`. What
 * this transaction itself appended is not part of it: nobody signs what is not committed.
 */
export async function newestCheckpoint(tx: Tx, signer: LedgerSigner, companyId: string): Promise<SignedHead> {
  await signer.signCheckpoints(companyId);
  return await toHead(await checkpointsOf(tx, companyId).limit(1).executeTakeFirstOrThrow(), signer, companyId);
}

/** The checkpoint of this size, under the newest origin that has one. */
export async function checkpointOfSize(
  tx: Tx,
  signer: LedgerSigner,
  companyId: string,
  size: number,
): Promise<SignedHead> {
  const found = checkpointsOf(tx, companyId).where("size", "=", size).limit(1);
  return await toHead(await found.executeTakeFirstOrThrow(), signer, companyId);
}

function checkpointsOf(tx: Tx, companyId: string) {
  return tx
    .selectFrom("app.ledger_checkpoints")
    .select(["generation", "size", "root", "note"])
    .where("company_id", "=", companyId)
    .orderBy("generation", "desc")
    .orderBy("size", "desc");
}

async function toHead(
  { generation, ...head }: Omit<SignedHead, "origin" | "key"> & { readonly generation: number },
  signer: LedgerSigner,
  companyId: string,
): Promise<SignedHead> {
  const names = await signer.names();
  const origin = names.origin(companyId, generation);
  return { ...head, origin, key: names.vkey(origin) };
}
