import { concat } from "./bytes.ts";

/** SHA-256, given by whoever calls: the server has one, the browser another. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

export const HASH_BYTES = 32;
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const pair = new Uint8Array(1 + 2 * HASH_BYTES);
pair.set(NODE);

/** Hash of a leaf's data (RFC 6962, section 2.1). */
export function leafHash(sha256: Sha256, data: Uint8Array): Uint8Array {
  return sha256(concat(LEAF, data));
}

/** Hash of an inner node (RFC 6962, section 2.1). */
export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) return sha256(concat(NODE, left, right));
  // One room for all: nodes are hashed by the million, and nothing keeps what it hashed.
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return sha256(pair);
}

/** Rounded down. Sizes may exceed 32 bits, where JavaScript's shifts stop working. */
export function half(n: number): number {
  return Math.floor(n / 2);
}

/** Each one bit of a tree's size is a perfect subtree on its right border. */
export function countOnes(n: number): number {
  let ones = 0;
  for (let rest = n; rest > 0; rest = half(rest)) ones += rest % 2;
  return ones;
}
