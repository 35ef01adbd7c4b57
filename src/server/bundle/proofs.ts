import { sql } from "kysely";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { LedgerLoss } from "#domain/ledger-loss.ts";
import { CompactRange } from "#domain/ledger/merkle.ts";
import { HASH_BYTES } from "#domain/ledger/tree-hash.ts";
import { functionOf } from "../db/functions.ts";
import type { Tx } from "../db/as-caller.ts";
import { actLines } from "../ledger/act-lines.ts";
import type { SignedHead } from "../ledger/checkpoints.ts";
import { consistencyProofs, inclusionProofs, proofAsText } from "../ledger/read-tree.ts";
import { seeWithdrawn } from "../evidence/withdrawn.ts";
import { sha256 } from "../ledger/sha256.ts";
import type { Within } from "../db/without-privilege.ts";
import { AppError, fail } from "../app-error.ts";

const EARLIER_HEADS = 1_000;

/**
 * One line for each earlier bundle's head, newest first: that the ledger of then is the beginning of this one (RFC 6962,
 * section 2.1.2). Whoever kept such a bundle can tell whether anything was rewritten since.
 */
export async function consistencyLines(
  tx: Tx,
  { companyId, issuedAt, head }: { readonly companyId: string; readonly issuedAt: Date; readonly head: SignedHead },
): Promise<string> {
  const { rows } = await sql<{ from: number }>`SELECT DISTINCT ledger_size AS from FROM app.exports
    WHERE company_id = ${companyId} AND created_at <= ${issuedAt} AND ledger_size BETWEEN 1 AND ${head.size - 1}
    ORDER BY ledger_size DESC LIMIT ${EARLIER_HEADS}`.execute(tx);
  const proofs = await consistencyProofs(
    tx,
    head,
    rows.map(({ from }) => from),
  );
  return rows.map(({ from }, at) => `${canonicalJson({ from, proof: proofAsText(proofs[at]!) })}\n`).join("");
}

/**
 * One line for each loss of the ledger: the entry that declares it, what the entry commits to under its salt (HMAC-SHA-256, as
 * `c` says), and the path from its leaf to the signed root.
 */
export async function lossLines(
  tx: Tx,
  {
    companyId,
    head,
    losses,
  }: { readonly companyId: string; readonly head: SignedHead; readonly losses: readonly LedgerLoss[] },
): Promise<string> {
  const indices = losses.map(({ index }) => index);
  const { rows } = await sql<{ seq: number; entry: string; details: string; salt: Buffer }>`
    SELECT a.seq, l.entry, a.details, a.salt FROM app.ledger_acts a
    JOIN app.ledger_entries l ON l.company_id = a.company_id AND l.seq = a.seq
    WHERE a.company_id = ${companyId} AND a.seq = ANY(${indices}::bigint[]) ORDER BY a.seq`.execute(tx);
  return (await actLines(tx, head, rows)).map((line) => `${line}\n`).join("");
}

/** Rows of a page of leaves; 128 kB of hashes. */
const LEAVES = 4_096;

/**
 * The leaf hashes of the whole ledger up to the head, 32 bytes each, a page at a time: from them any earlier checkpoint can
 * be computed again. They tell nothing of what they stand for, privileged items included: an entry holds a random id and
 * commitments under a salt. Refuses `ledger-forked`, at the end, when they do not lead to the head.
 */
export async function* leafHashes(within: Within, head: SignedHead): AsyncGenerator<Buffer> {
  const range = new CompactRange();
  for (let from = 0; from < head.size; from += LEAVES) {
    const to = Math.min(from + LEAVES, head.size);
    const page = await within((tx) => readLeaves(tx, from, to));
    for (let at = 0; at < page.length; at += HASH_BYTES) range.append(sha256, page.subarray(at, at + HASH_BYTES));
    yield page;
  }
  if (!head.root.equals(range.root(sha256))) throw new AppError("ledger-forked");
}

async function readLeaves(tx: Tx, from: number, to: number): Promise<Buffer> {
  const hashes = functionOf("app.tree_hashes", [[0], [from], [to]]).as("h");
  const all = sql<Buffer | null>`string_agg(hash, ''::bytea ORDER BY index)`.as("all");
  return (await tx.selectFrom(hashes).select(all).executeTakeFirst())?.all ?? Buffer.alloc(0);
}

/**
 * One line for each of these items, which were filed before the head: its ledger entry, what the entry commits to, and the
 * path from its leaf to the signed root (RFC 6962, section 2.1.1). Holds one page of their ids at a time.
 */
export async function* proofLines(
  within: Within,
  head: SignedHead,
  companyId: string,
  pages: Iterable<readonly string[]>,
): AsyncGenerator<Buffer> {
  for (const ids of pages) {
    const lines = await within((tx) => linesOf(tx, head, companyId, ids));
    yield Buffer.from(lines.join(""));
  }
}

interface ProofRow {
  readonly number: number;
  readonly ledger_index: number;
  readonly erased_at: Date | null;
  readonly entry: string;
  readonly salt: Buffer;
  readonly metadata: string;
}

async function linesOf(tx: Tx, head: SignedHead, companyId: string, ids: readonly string[]): Promise<string[]> {
  // Which items are in the bundle is decided before: one that is withdrawn since has its proof all the same.
  await seeWithdrawn(tx);
  const { rows } = await sql<ProofRow>`
    SELECT e.number, e.ledger_index, e.erased_at, l.entry, s.salt, s.metadata FROM app.evidence e
    JOIN app.ledger_entries l ON l.company_id = e.company_id AND l.seq = e.ledger_index
    JOIN app.evidence_seals s ON s.company_id = e.company_id AND s.evidence_id = e.id
    WHERE e.company_id = ${companyId} AND e.id = ANY(${ids}::uuid[]) ORDER BY e.number`.execute(tx);
  // It was erased while the bundle was written.
  if (rows.some((row) => row.erased_at !== null)) fail("item-erased");
  const proofs = await inclusionProofs(
    tx,
    head,
    rows.map((row) => row.ledger_index),
  );
  return rows.map(
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
}
