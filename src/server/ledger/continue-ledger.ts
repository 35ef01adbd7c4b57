import type { Kysely } from "kysely";
import type { CompactRange } from "#domain/ledger/merkle.ts";
import { KeptNodes } from "#domain/ledger/partial-tree.ts";
import { callFunction } from "../db/functions.ts";
import type { DB } from "../db/types.gen.ts";
import { fail } from "../app-error.ts";
import { sha256 } from "./sha256.ts";
import { startOf } from "./signed-past.ts";
import type { SignedPast } from "./signed-past.ts";

/** The head that the database has of a ledger. */
export interface Head {
  readonly size: number;
  readonly root: Buffer;
}

/**
 * The ledger as its leaves make it from what was signed on. Refuses `ledger-forked` unless it runs through every anchor and
 * through the stored checkpoint and ends at `head`.
 */
export async function continueLedger(
  db: Kysely<DB>,
  companyId: string,
  past: SignedPast,
  head: Head,
): Promise<CompactRange> {
  const range = startOf(past);
  const heads = past.anchors.map((anchor) => ({
    size: anchor.range.size,
    root: Buffer.from(anchor.range.root(sha256)),
  }));
  const stored = past.stored && past.stored.size >= range.size ? [past.stored] : [];
  const places = [...stored, ...heads, head].sort((a, b) => a.size - b.size);
  if (places.at(-1)!.size > head.size) fail("ledger-forked");
  for (const { size, root } of places) {
    if (!(await appendUpTo(db, companyId, range, size)) || !Buffer.from(range.root(sha256)).equals(root))
      fail("ledger-forked");
  }
  return range;
}

/** How many leaves are held at once. */
const PAGE = 4_096;

/**
 * Appends what is new, leaf by leaf. False when a leaf is missing, or another hash of a subtree is kept than its leaves have:
 * proofs are made from those.
 */
async function appendUpTo(db: Kysely<DB>, companyId: string, range: CompactRange, size: number): Promise<boolean> {
  while (range.size < size) {
    const from = range.size;
    const to = Math.min(from + PAGE, size);
    const leaves = await callFunction(db, "app.ledger_leaves", [companyId, from, to]);
    const complete = new KeptNodes();
    for (const leaf of leaves) range.append(sha256, leaf, complete.add);
    if (range.size !== to) return false;
    for (const { level, from: first, hashes } of complete.runs()) {
      const last = first + hashes.length;
      const kept = await callFunction(db, "app.ledger_nodes_between", [companyId, level, first, last]);
      if (kept.length !== hashes.length || kept.some((hash, at) => !hash.equals(hashes[at]!))) return false;
    }
  }
  return true;
}
