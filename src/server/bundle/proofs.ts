import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { Tx } from "../db/as-caller.ts";
import type { SignedHead } from "../ledger/checkpoints.ts";
import { consistencyProofs, inclusionProofs, proofAsText } from "../ledger/read-tree.ts";

const EARLIER_HEADS = 1_000;
const PAGE = 1_000;

/**
 * One line for each earlier bundle's head, newest first: that the ledger of then is the beginning of this one (RFC 6962,
 * section 2.1.2). Whoever kept such a bundle can tell whether anything was rewritten since.
 */
export async function consistencyLines(tx: Tx, head: SignedHead, companyId: string): Promise<string> {
  const { rows } = await sql<{ from: number }>`SELECT DISTINCT ledger_size AS from FROM app.exports
    WHERE company_id = ${companyId} AND ledger_size BETWEEN 1 AND ${head.size - 1}
    ORDER BY ledger_size DESC LIMIT ${EARLIER_HEADS}`.execute(tx);
  const proofs = await consistencyProofs(
    tx,
    head,
    rows.map(({ from }) => from),
  );
  return rows.map(({ from }, at) => `${canonicalJson({ from, proof: proofAsText(proofs[at]!) })}\n`).join("");
}

/**
 * One line for each item filed before the head: its ledger entry, what the entry commits to, and the path from its
 * leaf to the signed root (RFC 6962, section 2.1.1). Holds one page of them at a time.
 */
export async function* proofLines(
  within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  head: SignedHead,
  companyId: string,
): AsyncGenerator<Buffer> {
  for (let after = 0; ;) {
    const page = await within((tx) => linesOf(tx, head, companyId, after));
    yield Buffer.from(page.lines.join(""));
    if (page.lines.length < PAGE) return;
    after = page.last;
  }
}

async function linesOf(tx: Tx, head: SignedHead, companyId: string, after: number) {
  const { rows } = await sql<{ number: number; ledger_index: number; entry: string; salt: Buffer; metadata: string }>`
    SELECT e.number, e.ledger_index, l.entry, s.salt, s.metadata FROM app.evidence e
    JOIN app.ledger_entries l ON l.company_id = e.company_id AND l.seq = e.ledger_index
    JOIN app.evidence_seals s ON s.company_id = e.company_id AND s.evidence_id = e.id
    WHERE e.company_id = ${companyId} AND e.number > ${after} AND e.ledger_index < ${head.size}
    ORDER BY e.number LIMIT ${PAGE}`.execute(tx);
  const proofs = await inclusionProofs(
    tx,
    head,
    rows.map((row) => row.ledger_index),
  );
  const lines = rows.map(
    (row, at) =>
      `${canonicalJson({
        entry: row.entry,
        exhibit: formatExhibitNumber(row.number),
        index: row.ledger_index,
        metadata: JSON.parse(row.metadata) as never,
        proof: proofAsText(proofs[at]!),
        salt: row.salt.toString("base64"),
      })}\n`,
  );
  return { lines, last: rows.at(-1)?.number ?? after };
}
