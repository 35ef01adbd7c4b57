import { equalBytes } from "./bytes.ts";
import { assertHashes, climb, ProofRefused, verifyInclusion } from "./merkle-proof.ts";
import { nodeHash } from "./tree-hash.ts";
import type { Sha256 } from "./tree-hash.ts";

/** A node on the way from a leaf to the root. */
interface Place {
  /** Counted from the left, of its level. */
  readonly position: number;
  readonly node: Uint8Array;
  /** Siblings that are taken below it. */
  readonly taken: number;
}

/**
 * Checks audit paths of many leaves against one root. Neighbours share most of their way: it is walked once, and the second's
 * siblings are compared with the first's, each byte of them.
 */
export class InclusionChecker {
  readonly #sha256: Sha256;
  readonly #size: number;
  readonly #root: Uint8Array;
  /** The way that was shown last, by level. */
  readonly #way: (Place | undefined)[] = [];
  #proof: readonly Uint8Array[] = [];

  constructor(sha256: Sha256, size: number, root: Uint8Array) {
    this.#sha256 = sha256;
    this.#size = size;
    this.#root = root;
  }

  /** Throws {@link ProofRefused} unless the proof shows the leaf at this index. */
  verify(leaf: Uint8Array, index: number, proof: readonly Uint8Array[]): void {
    if (this.#joins(leaf, index, proof)) return;
    verifyInclusion(this.#sha256, leaf, index, this.#size, proof, this.#root);
    this.#way.length = 0;
    this.#walk(leaf, index, proof, (place, level) => {
      this.#way[level] = place;
      return false;
    });
    this.#proof = proof;
  }

  /** Whether it leads to the way that was shown last and goes on as that does. Its own part of the way is remembered then. */
  #joins(leaf: Uint8Array, index: number, proof: readonly Uint8Array[]): boolean {
    if (proof.length !== this.#proof.length || this.#way.length === 0) return false;
    if (!Number.isSafeInteger(index) || index < 0 || index >= this.#size) return false;
    const own: Place[] = [];
    const levels: number[] = [];
    let hasJoined = false;
    try {
      assertHashes([leaf]);
      this.#walk(leaf, index, proof, (place, level) => {
        const last = this.#way[level];
        hasJoined = last?.position === place.position && this.#goesOn(last, place, proof);
        own.push(place);
        levels.push(level);
        return hasJoined;
      });
    } catch (error) {
      if (error instanceof ProofRefused) return false;
      throw error;
    }
    if (!hasJoined) return false;
    const [joined, before] = [levels.at(-1)!, this.#way.slice(levels.at(-1)!)];
    this.#way.length = 0;
    for (const [at, place] of own.entries()) this.#way[levels[at]!] = place;
    for (const [at, place] of before.entries()) this.#way[joined + at] = place;
    this.#proof = proof;
    return true;
  }

  #goesOn(last: Place, now: Place, proof: readonly Uint8Array[]): boolean {
    if (last.taken !== now.taken || !equalBytes(last.node, now.node)) return false;
    for (let at = now.taken; at < proof.length; at++) if (!equalBytes(proof[at]!, this.#proof[at]!)) return false;
    return true;
  }

  /** From the leaf upwards, until `reach` is there. */
  #walk(
    leaf: Uint8Array,
    index: number,
    proof: readonly Uint8Array[],
    reach: (place: Place, level: number) => boolean,
  ): void {
    let place: Place = { position: index, node: leaf, taken: 0 };
    if (reach(place, 0)) return;
    climb(index, this.#size - 1, proof, (sibling, isLeft, position, level) => {
      if (sibling.length !== leaf.length) throw new ProofRefused("a hash does not have 32 bytes");
      const node = isLeft ? nodeHash(this.#sha256, sibling, place.node) : nodeHash(this.#sha256, place.node, sibling);
      place = { position, node, taken: place.taken + 1 };
      return reach(place, level);
    });
  }
}
