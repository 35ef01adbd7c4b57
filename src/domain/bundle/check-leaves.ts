import { concat, equalBytes } from "../ledger/bytes.ts";
import type { Checkpoint } from "../ledger/checkpoint.ts";
import { CompactRange } from "../ledger/merkle.ts";
import { HASH_BYTES } from "../ledger/tree-hash.ts";
import type { Findings } from "./bundle-report.ts";
import type { BundleContent, Cryptography } from "./bundle-source.ts";

/** All leaf hashes of the ledger at the signed size, 32 bytes each, in their order. Bundles before 2026-12 lack it. */
export const LEAVES = "ledger/leaves.bin";

/** Whether the bundle holds the leaves. */
export function hasLeaves({ found }: BundleContent): boolean {
  return found.has(LEAVES);
}

/**
 * The leaves against the signed root. Answers with the root that the ledger had at `size`, which lies within it; undefined,
 * with a finding, where the leaves are not those that were signed. Reads them once and holds some fifty hashes.
 */
export async function checkLeaves(
  content: BundleContent,
  { sha256 }: Cryptography,
  checkpoint: Checkpoint,
  size: number,
  findings: Findings,
): Promise<Uint8Array | undefined> {
  const file = content.found.get(LEAVES);
  if (!file) return undefined;
  if (file.size !== checkpoint.size * HASH_BYTES) {
    findings.add(LEAVES, `It has ${file.size} bytes, where ${checkpoint.size} leaves have 32 each.`);
    return undefined;
  }
  const range = new CompactRange();
  let root = size === 0 ? range.root(sha256) : undefined;
  for await (const hashes of wholeHashes(content.bytes(LEAVES))) {
    for (let at = 0; at < hashes.length; at += HASH_BYTES) {
      range.append(sha256, hashes.subarray(at, at + HASH_BYTES));
      if (range.size === size) root = range.root(sha256);
    }
  }
  if (equalBytes(range.root(sha256), checkpoint.root)) return root;
  findings.add(LEAVES, "The leaves do not lead to the signed root.");
  return undefined;
}

/** Cuts chunks of any size into runs of whole hashes, which are the reader's to keep. */
async function* wholeHashes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = concat(rest, chunk);
    const end = bytes.length - (bytes.length % HASH_BYTES);
    yield bytes.subarray(0, end);
    rest = bytes.slice(end);
  }
}
