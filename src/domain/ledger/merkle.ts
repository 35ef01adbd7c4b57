import { consistencyRanges, inclusionRanges, rangeRoot } from "./proof-ranges.ts";
import type { LeafRange } from "./proof-ranges.ts";
import { HASH_BYTES, countOnes, half, nodeHash } from "./tree-hash.ts";
import type { Sha256 } from "./tree-hash.ts";

export { ProofRefused, rootFromInclusionProof, verifyConsistency, verifyInclusion } from "./merkle-proof.ts";
export { leafHash } from "./tree-hash.ts";
export type { Sha256 } from "./tree-hash.ts";

/** A whole tree over leaf hashes, kept level by level: many proofs at little cost each. */
export class MerkleTree {
  readonly size: number;
  readonly #sha256: Sha256;
  /** Level k holds the roots of the perfect subtrees of 2^k leaves, one after the other. */
  readonly #levels: Uint8Array[];

  /** Throws a RangeError for a hash that does not have 32 bytes. */
  constructor(sha256: Sha256, leafHashes: readonly Uint8Array[]) {
    if (leafHashes.some((hash) => hash.length !== HASH_BYTES)) throw new RangeError("a hash does not have 32 bytes");
    this.size = leafHashes.length;
    this.#sha256 = sha256;
    let level = new Uint8Array(this.size * HASH_BYTES);
    for (const [i, hash] of leafHashes.entries()) level.set(hash, i * HASH_BYTES);
    this.#levels = [level];
    for (let count = half(this.size); count > 0; count = half(count)) {
      const below = level;
      level = new Uint8Array(count * HASH_BYTES);
      for (let i = 0; i < count; i++) {
        level.set(nodeHash(sha256, hashAt(below, 2 * i), hashAt(below, 2 * i + 1)), i * HASH_BYTES);
      }
      this.#levels.push(level);
    }
  }

  /** Of no leaves, the hash of nothing. */
  root(): Uint8Array {
    return this.#rootOf({ from: 0, to: this.size });
  }

  /** The audit path of a leaf (RFC 6962, section 2.1.1), from the leaf to the root. Throws a RangeError. */
  inclusionProof(index: number): Uint8Array[] {
    return inclusionRanges(index, this.size).map((range) => this.#rootOf(range));
  }

  /** Proof that the first `size` leaves began this tree (RFC 6962, section 2.1.2). Throws a RangeError. */
  consistencyProof(size: number): Uint8Array[] {
    return consistencyRanges(size, this.size).map((range) => this.#rootOf(range));
  }

  #rootOf(range: LeafRange): Uint8Array {
    return rangeRoot(this.#sha256, range, (level, index) => hashAt(this.#levels[level]!, index).slice());
  }
}

function hashAt(level: Uint8Array, index: number): Uint8Array {
  return level.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
}

/** Root of a tree over leaf hashes; of no leaves, the hash of nothing. */
export function treeRoot(sha256: Sha256, leafHashes: readonly Uint8Array[]): Uint8Array {
  return new MerkleTree(sha256, leafHashes).root();
}

/** What is needed of a tree to append to it: its size and the roots of the perfect subtrees on its right border. */
export class CompactRange {
  #size: number;
  readonly #edge: Uint8Array[];

  /** `edge` lists the subtree roots, the largest first. Throws a RangeError when they cannot belong to this size. */
  constructor(size = 0, edge: readonly Uint8Array[] = []) {
    if (!Number.isSafeInteger(size) || size < 0 || edge.length !== countOnes(size))
      throw new RangeError("no such edge");
    if (edge.some((hash) => hash.length !== HASH_BYTES)) throw new RangeError("a hash does not have 32 bytes");
    this.#size = size;
    this.#edge = [...edge];
  }

  get size(): number {
    return this.#size;
  }

  get edge(): readonly Uint8Array[] {
    return this.#edge;
  }

  /** Adds the hash of the next leaf; tells of each perfect subtree that it completes, the smallest first. */
  append(sha256: Sha256, leaf: Uint8Array, completes?: (level: number, index: number, hash: Uint8Array) => void): void {
    let node = leaf;
    let level = 0;
    for (let carry = this.#size; carry % 2 === 1; carry = half(carry)) {
      node = nodeHash(sha256, this.#edge.pop()!, node);
      level += 1;
      completes?.(level, half(carry), node);
    }
    this.#edge.push(node);
    this.#size += 1;
  }

  /** Of no leaves, the hash of nothing. */
  root(sha256: Sha256): Uint8Array {
    if (this.#size === 0) return sha256(new Uint8Array());
    return this.#edge.reduceRight((right, left) => nodeHash(sha256, left, right));
  }
}
