import { equalBytes } from "./bytes.ts";
import { HASH_BYTES, countOnes, half, nodeHash } from "./tree-hash.ts";
import type { Sha256 } from "./tree-hash.ts";

/** Why a proof is refused. */
export class ProofRefused extends Error {
  override name = "ProofRefused";
}

/** The root that a leaf hash and its audit path lead to (RFC 9162, section 2.1.3.2). Throws {@link ProofRefused}. */
export function rootFromInclusionProof(
  sha256: Sha256,
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
): Uint8Array {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) {
    throw new ProofRefused("the leaf's index lies outside the tree");
  }
  assertHashes([leaf, ...proof]);
  let hash = leaf;
  climb(index, size - 1, proof, (sibling, isLeft) => {
    hash = isLeft ? nodeHash(sha256, sibling, hash) : nodeHash(sha256, hash, sibling);
  });
  return hash;
}

/** Throws {@link ProofRefused} unless the proof shows the leaf at this index of the tree with this root. */
export function verifyInclusion(
  sha256: Sha256,
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): void {
  const reached = rootFromInclusionProof(sha256, leaf, index, size, proof);
  if (!equalBytes(reached, root)) throw new ProofRefused("the proof leads to another root");
}

/**
 * Throws {@link ProofRefused} unless the proof shows that the tree of `size1` is the beginning of that of `size2`
 * (RFC 9162, section 2.1.4.2). An empty first tree proves nothing and is refused.
 */
export function verifyConsistency(
  sha256: Sha256,
  size1: number,
  size2: number,
  root1: Uint8Array,
  root2: Uint8Array,
  proof: readonly Uint8Array[],
): void {
  if (!Number.isSafeInteger(size1) || !Number.isSafeInteger(size2) || size1 <= 0 || size1 > size2) {
    throw new ProofRefused("the sizes cannot be compared");
  }
  if (size1 === size2) {
    if (proof.length > 0) throw new ProofRefused("equal sizes need no proof");
    if (!equalBytes(root1, root2)) throw new ProofRefused("equal sizes have different roots");
    return;
  }
  if (proof.length === 0) throw new ProofRefused("the proof is empty");
  assertHashes([root1, root2, ...proof]);
  // A first tree that is perfect is itself where the path begins, and is left out of the proof.
  const [start, ...path] = countOnes(size1) === 1 ? [root1, ...proof] : proof;
  let position = size1 - 1;
  let last = size2 - 1;
  for (; position % 2 === 1; position = half(position)) last = half(last);
  let [first, second] = [start!, start!];
  climb(position, last, path, (sibling, isLeft) => {
    if (isLeft) first = nodeHash(sha256, sibling, first);
    second = isLeft ? nodeHash(sha256, sibling, second) : nodeHash(sha256, second, sibling);
  });
  if (!equalBytes(first, root1) || !equalBytes(second, root2))
    throw new ProofRefused("the proof leads to another root");
}

/**
 * Takes each sibling on the way from a node to the root, and the side it stands on (RFC 9162, section 2.1.3.2); `take` is told where
 * that leads: to the node of this number on a level, and answers whether to go no further.
 */
export function climb(
  from: number,
  lastOfLevel: number,
  siblings: readonly Uint8Array[],
  take: (sibling: Uint8Array, isLeft: boolean, position: number, level: number) => boolean | void,
): void {
  let [position, last, level] = [from, lastOfLevel, 0];
  for (const sibling of siblings) {
    if (last === 0) throw new ProofRefused("the proof is too long");
    const isLeft = position % 2 === 1 || position === last;
    // On the right border a node may have no sibling for some levels: it moves up unchanged.
    for (; isLeft && position % 2 === 0 && position !== 0; position = half(position), level++) last = half(last);
    position = half(position);
    last = half(last);
    level += 1;
    if (take(sibling, isLeft, position, level) === true) return;
  }
  if (last !== 0) throw new ProofRefused("the proof is too short");
}

/** Throws {@link ProofRefused}. */
export function assertHashes(hashes: readonly Uint8Array[]): void {
  for (const hash of hashes) if (hash.length !== HASH_BYTES) throw new ProofRefused("a hash does not have 32 bytes");
}
