import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CompactRange, MerkleTree } from "./merkle.ts";
import { blocksForProofs, HashMissing, KeptNodes, PartialTree } from "./partial-tree.ts";
import { leafHash } from "./tree-hash.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(bytes).digest());
const leaves = Array.from({ length: 2_000 }, (_, i) => leafHash(sha256, Uint8Array.of(i & 255, i >> 8)));

/** What is kept of a ledger: its leaves, and the nodes that appending to it completed. */
function keep(size: number): Map<string, Uint8Array> {
  const kept = new Map(leaves.slice(0, size).map((hash, i) => [`0/${i}`, hash]));
  const nodes = new KeptNodes();
  const range = new CompactRange();
  for (const leaf of leaves.slice(0, size)) range.append(sha256, leaf, nodes.add);
  for (const { level, from, hashes } of nodes.runs())
    for (const [i, hash] of hashes.entries()) kept.set(`${level}/${from + i}`, hash);
  return kept;
}

const kept = keep(leaves.length);
const growing = new CompactRange();
const roots = leaves.map((leaf) => {
  growing.append(sha256, leaf);
  return growing.root(sha256);
});

/** The part of a tree that the proofs of some leaves need, and how many hashes were read for it. */
function read(wanted: readonly number[], size: number): { tree: PartialTree; hashes: number } {
  const tree = new PartialTree(sha256, size);
  let hashes = 0;
  for (const { level, from, to } of blocksForProofs(wanted, size)) {
    for (let i = from; i < to; i++) tree.know(level, i, kept.get(`${level}/${i}`)!);
    hashes += to - from;
  }
  return { tree, hashes };
}

const size = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: leaves.length }));
const place = size.chain((n) => fc.tuple(fc.constant(n), fc.array(fc.nat(n - 1), { minLength: 1, maxLength: 20 })));

test("proofs from the hashes that are kept are those of the whole tree, however far the ledger has grown since", () => {
  fc.assert(
    fc.property(place, ([n, indices]) => {
      const whole = new MerkleTree(sha256, leaves.slice(0, n));
      const { tree } = read(indices, n);
      for (const index of indices) {
        expect(tree.inclusionProof(index)).toEqual(whole.inclusionProof(index));
        expect(tree.leaf(index)).toEqual(leaves[index]);
        expect(tree.consistencyProof(index + 1)).toEqual(whole.consistencyProof(index + 1));
        expect(tree.rootAt(index + 1)).toEqual(roots[index]);
      }
      expect(tree.rootAt(n)).toEqual(whole.root());
    }),
    { numRuns: 80 },
  );
});

test("one proof reads 32 hashes of each kept level at most, and those of a page hardly more than its leaves", () => {
  const blocks = blocksForProofs([123_456], 1_000_003);
  expect(blocks.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThanOrEqual(160);
  const page = blocksForProofs(
    Array.from({ length: 1_000 }, (_, i) => 500_000 + i),
    1_000_003,
  );
  expect(page.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThan(1_400);
});

test("a hash that is missing is said to be, and nothing is proved", () => {
  const { tree } = read([7], 1_500);
  expect(() => tree.inclusionProof(1_000)).toThrow(HashMissing);
  expect(() => tree.inclusionProof(1_500)).toThrow(RangeError);
});
