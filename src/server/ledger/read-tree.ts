import { sql } from "kysely";
import { MerkleTree } from "#domain/ledger/merkle.ts";
import type { Tx } from "../db/as-caller.ts";
import { sha256 } from "./signer.ts";

/** The company's ledger up to a head of this size, to take proofs from. Reads every leaf hash below it. */
export async function readTree(tx: Tx, companyId: string, size: number): Promise<MerkleTree> {
  const leaves = await sql<{ leaf_hash: Buffer }>`SELECT leaf_hash FROM app.ledger_entries
    WHERE company_id = ${companyId} AND seq < ${size} ORDER BY seq`.execute(tx);
  return new MerkleTree(
    sha256,
    leaves.rows.map((row) => row.leaf_hash),
  );
}

/** The hashes of a proof as JSON has them. */
export function proofAsText(hashes: readonly Uint8Array[]): string[] {
  return hashes.map((hash) => Buffer.from(hash).toString("base64"));
}
