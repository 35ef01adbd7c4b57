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
    return this.#range(0, this.size);
  }

  /** The audit path of a leaf (RFC 6962, section 2.1.1), from the leaf to the root. Throws a RangeError. */
  inclusionProof(index: number): Uint8Array[] {
    if (!Number.isSafeInteger(index) || index < 0 || index >= this.size) throw new RangeError("no such leaf");
    const path: Uint8Array[] = [];
    let from = 0;
    let to = this.size;
    while (to - from > 1) {
      const middle = from + split(to - from);
      path.push(index < middle ? this.#range(middle, to) : this.#range(from, middle));
      if (index < middle) to = middle;
      else from = middle;
    }
    return path.reverse();
  }

  /** Proof that the first `size` leaves began this tree (RFC 6962, section 2.1.2). Throws a RangeError. */
  consistencyProof(size: number): Uint8Array[] {
    if (!Number.isSafeInteger(size) || size < 1 || size > this.size) throw new RangeError("no such size");
    const path: Uint8Array[] = [];
    let [from, to, whole] = [0, this.size, true];
    while (size !== to) {
      const middle = from + split(to - from);
      if (size <= middle) {
        path.push(this.#range(middle, to));
        to = middle;
      } else {
        path.push(this.#range(from, middle));
        from = middle;
        whole = false;
      }
    }
    if (!whole) path.push(this.#range(from, to));
    return path.reverse();
  }

  /** Root of the leaves from `from` to before `to`, where `from` begins a perfect subtree at least that large. */
  #range(from: number, to: number): Uint8Array {
    const count = to - from;
    if (count === 0) return this.#sha256(new Uint8Array());
    const level = Math.round(Math.log2(count));
    if (2 ** level === count) return hashAt(this.#levels[level]!, from / count).slice();
    const middle = from + split(count);
    return nodeHash(this.#sha256, this.#range(from, middle), this.#range(middle, to));
  }
}

function hashAt(level: Uint8Array, index: number): Uint8Array {
  return level.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
}

/** Root of a tree over leaf hashes; of no leaves, the hash of nothing. */
export function treeRoot(sha256: Sha256, leafHashes: readonly Uint8Array[]): Uint8Array {
  return new MerkleTree(sha256, leafHashes).root();
}

/** The largest power of two smaller than n. */
function split(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
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

  /** Adds the hash of the next leaf. */
  append(sha256: Sha256, leaf: Uint8Array): void {
    let node = leaf;
    for (let carry = this.#size; carry % 2 === 1; carry = half(carry)) node = nodeHash(sha256, this.#edge.pop()!, node);
    this.#edge.push(node);
    this.#size += 1;
  }

  /** Of no leaves, the hash of nothing. */
  root(sha256: Sha256): Uint8Array {
    if (this.#size === 0) return sha256(new Uint8Array());
    return this.#edge.reduceRight((right, left) => nodeHash(sha256, left, right));
  }
}
