import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { MerkleTree } from "#domain/ledger/merkle.ts";
import type { Tx } from "../db/as-caller.ts";
import { sha256 } from "../ledger/signer.ts";

/**
 * One line for each item filed before the head: its ledger entry, what the entry commits to, and the path from its
 * leaf to the signed root (RFC 6962, section 2.1.1).
 */
export async function proofLines(tx: Tx, companyId: string, size: number): Promise<string> {
  const leaves = await sql<{ leaf_hash: Buffer }>`SELECT leaf_hash FROM app.ledger_entries
    WHERE company_id = ${companyId} AND seq < ${size} ORDER BY seq`.execute(tx);
  const tree = new MerkleTree(
    sha256,
    leaves.rows.map((row) => row.leaf_hash),
  );
  const { rows } = await sql<{ number: number; ledger_index: number; entry: string; salt: Buffer; metadata: string }>`
    SELECT e.number, e.ledger_index, l.entry, s.salt, s.metadata FROM app.evidence e
    JOIN app.ledger_entries l ON l.company_id = e.company_id AND l.seq = e.ledger_index
    JOIN app.evidence_seals s ON s.company_id = e.company_id AND s.evidence_id = e.id
    WHERE e.company_id = ${companyId} AND e.ledger_index < ${size} ORDER BY e.number`.execute(tx);
  const lines = rows.map((row) =>
    canonicalJson({
      entry: row.entry,
      exhibit: formatExhibitNumber(row.number),
      index: row.ledger_index,
      metadata: JSON.parse(row.metadata) as never,
      proof: tree.inclusionProof(row.ledger_index).map((hash) => Buffer.from(hash).toString("base64")),
      salt: row.salt.toString("base64"),
    }),
  );
  return lines.map((line) => `${line}\n`).join("");
}
