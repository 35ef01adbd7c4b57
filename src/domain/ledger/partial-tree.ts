import { consistencyRanges, inclusionRanges, rangeRoot } from "./proof-ranges.ts";
import type { LeafRange } from "./proof-ranges.ts";
import { nodeHash } from "./tree-hash.ts";
import type { Sha256 } from "./tree-hash.ts";

/** Of the levels above the leaves every fourth is kept, so that a node between two of them is made of 8 hashes at most. */
export const KEPT_LEVELS = 4;
const BLOCK = 2 ** KEPT_LEVELS;

/** Hashes of one kept level, from `from` to before `to`. */
export interface KeptBlock extends LeafRange {
  readonly level: number;
}

/**
 * The kept hashes from which all proofs about these leaves of a tree of `size` can be made, and the root: on each kept level
 * the sixteen around the leaf's path and the sixteen around the tree's right border.
 */
export function blocksForProofs(leaves: readonly number[], size: number): KeptBlock[] {
  const blocks: KeptBlock[] = [];
  for (let level = 0; 2 ** level <= size; level += KEPT_LEVELS) {
    const there = Math.floor(size / 2 ** level);
    const numbers = new Set([...leaves, size].map((leaf) => Math.floor(leaf / 2 ** (level + KEPT_LEVELS))));
    for (const number of [...numbers].sort((a, b) => a - b)) {
      const from = number * BLOCK;
      const to = Math.min(from + BLOCK, there);
      if (from < to) blocks.push({ level, from, to });
    }
  }
  return blocks;
}

/** A kept hash that a proof needs was not there. */
export class HashMissing extends Error {
  override name = "HashMissing";
}

/** A tree of which only some kept hashes are known: those of {@link blocksForProofs}. */
export class PartialTree {
  readonly size: number;
  readonly #sha256: Sha256;
  readonly #known = new Map<string, Uint8Array>();

  constructor(sha256: Sha256, size: number) {
    this.#sha256 = sha256;
    this.size = size;
  }

  /** Adds the kept hash of a level. */
  know(level: number, index: number, hash: Uint8Array): void {
    this.#known.set(`${level}/${index}`, hash);
  }

  /** Root of the tree when it had `size` leaves. */
  rootAt(size: number): Uint8Array {
    return this.#rootOf({ from: 0, to: size });
  }

  /** Throws {@link HashMissing}. */
  leaf(index: number): Uint8Array {
    return this.#nodeAt(0, index);
  }

  /** As {@link MerkleTree.inclusionProof}; throws {@link HashMissing}, too. */
  inclusionProof(index: number): Uint8Array[] {
    return inclusionRanges(index, this.size).map((range) => this.#rootOf(range));
  }

  /** As {@link MerkleTree.consistencyProof}; throws {@link HashMissing}, too. */
  consistencyProof(size: number): Uint8Array[] {
    return consistencyRanges(size, this.size).map((range) => this.#rootOf(range));
  }

  /** A range on the right border is made of several nodes, and every path ends with some of them. */
  #rootOf(range: LeafRange): Uint8Array {
    const name = `${range.from}-${range.to}`;
    let root = this.#known.get(name);
    if (!root) {
      root = rangeRoot(this.#sha256, range, (level, index) => this.#nodeAt(level, index));
      this.#known.set(name, root);
    }
    return root;
  }

  #nodeAt(level: number, index: number): Uint8Array {
    const name = `${level}/${index}`;
    const known = this.#known.get(name);
    if (known) return known;
    if (level % KEPT_LEVELS === 0) throw new HashMissing(`the hash ${name} is not known`);
    const hash = nodeHash(this.#sha256, this.#nodeAt(level - 1, 2 * index), this.#nodeAt(level - 1, 2 * index + 1));
    this.#known.set(name, hash);
    return hash;
  }
}

/** Takes from an appending {@link CompactRange} the hashes that are kept, of a run of leaves. */
export class KeptNodes {
  readonly #levels = new Map<number, { from: number; hashes: Uint8Array[] }>();

  readonly add = (level: number, index: number, hash: Uint8Array): void => {
    if (level % KEPT_LEVELS !== 0) return;
    const run = this.#levels.get(level);
    if (run) run.hashes.push(hash);
    else this.#levels.set(level, { from: index, hashes: [hash] });
  };

  /** Of each level the hashes one after the other, the first being that of `from`. */
  runs(): { readonly level: number; readonly from: number; readonly hashes: readonly Uint8Array[] }[] {
    return [...this.#levels].map(([level, run]) => ({ level, ...run }));
  }
}
