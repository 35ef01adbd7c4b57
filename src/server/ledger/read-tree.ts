import { sql } from "kysely";
import { MerkleTree } from "#domain/ledger/merkle.ts";
import type { Tx } from "../db/as-caller.ts";
import { sha256 } from "./signer.ts";

/** The ledger of the company of this transaction up to a head of this size, to take proofs from. Reads every leaf hash below it. */
export async function readTree(tx: Tx, size: number): Promise<MerkleTree> {
  const leaves = await sql<{ leaf_hash: Buffer }>`SELECT h AS leaf_hash FROM app.leaf_hashes(${size}) h`.execute(tx);
  return new MerkleTree(
    sha256,
    leaves.rows.map((row) => row.leaf_hash),
  );
}

/** The hashes of a proof as JSON has them. */
export function proofAsText(hashes: readonly Uint8Array[]): string[] {
  return hashes.map((hash) => Buffer.from(hash).toString("base64"));
}
