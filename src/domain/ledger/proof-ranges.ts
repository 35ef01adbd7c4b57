import { nodeHash } from "./tree-hash.ts";
import type { Sha256 } from "./tree-hash.ts";

/** Leaves from `from` to before `to`; their tree's root is a hash of a proof. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** What the audit path of a leaf is made of (RFC 6962, section 2.1.1), from the leaf to the root. Throws a RangeError. */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError("no such leaf");
  const path: LeafRange[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + split(to - from);
    path.push(index < middle ? { from: middle, to } : { from, to: middle });
    if (index < middle) to = middle;
    else from = middle;
  }
  return path.reverse();
}

/**
 * What the proof is made of that the first `old` leaves began a tree of `size` (RFC 6962, section 2.1.2). Throws a
 * RangeError.
 */
export function consistencyRanges(old: number, size: number): LeafRange[] {
  if (!Number.isSafeInteger(old) || old < 1 || old > size) throw new RangeError("no such size");
  const path: LeafRange[] = [];
  let [from, to, whole] = [0, size, true];
  while (old !== to) {
    const middle = from + split(to - from);
    if (old <= middle) {
      path.push({ from: middle, to });
      to = middle;
    } else {
      path.push({ from, to: middle });
      from = middle;
      whole = false;
    }
  }
  if (!whole) path.push({ from, to });
  return path.reverse();
}

/**
 * Root of the leaves of a range, where `from` begins a perfect subtree at least as large. `nodeAt` answers the root of the
 * perfect subtree that is number `index` of those of 2^level leaves.
 */
export function rangeRoot(
  sha256: Sha256,
  { from, to }: LeafRange,
  nodeAt: (level: number, index: number) => Uint8Array,
): Uint8Array {
  const count = to - from;
  if (count === 0) return sha256(new Uint8Array());
  const level = Math.round(Math.log2(count));
  if (2 ** level === count) return nodeAt(level, from / count);
  const middle = from + split(count);
  return nodeHash(
    sha256,
    rangeRoot(sha256, { from, to: middle }, nodeAt),
    rangeRoot(sha256, { from: middle, to }, nodeAt),
  );
}

/** The largest power of two smaller than n. */
function split(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}
