import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { InclusionChecker } from "./inclusion-checker.ts";
import { leafHash, MerkleTree, ProofRefused } from "./merkle.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const LARGEST = 70;
const leaves = Array.from({ length: LARGEST }, (_, i) => leafHash(sha256, Uint8Array.of(i)));
const trees = Array.from({ length: LARGEST + 1 }, (_, size) => new MerkleTree(sha256, leaves.slice(0, size)));
const checkerOf = (size: number) => new InclusionChecker(sha256, size, trees[size]!.root());

test("every leaf of a tree is shown after every other, and at its own place only", () => {
  for (let size = 2; size <= 20; size++) {
    for (let before = 0; before < size; before++) {
      for (let index = 0; index < size; index++) {
        const checker = checkerOf(size);
        checker.verify(leaves[before]!, before, trees[size]!.inclusionProof(before));
        const proof = trees[size]!.inclusionProof(index);
        checker.verify(leaves[index]!, index, proof);
        expect(() => checker.verify(leaves[index]!, (index + 1) % size, proof)).toThrow(ProofRefused);
        expect(() => checker.verify(leaves[index]!, index + size, proof)).toThrow(ProofRefused);
      }
    }
  }
});

test("neighbours cost a hash or two each, and not the whole way", () => {
  const size = 64;
  let hashes = 0;
  const counting = (bytes: Uint8Array) => {
    hashes += 1;
    return sha256(bytes);
  };
  const checker = new InclusionChecker(counting, size, trees[size]!.root());
  for (let index = 0; index < size; index++) checker.verify(leaves[index]!, index, trees[size]!.inclusionProof(index));
  // The way of the first is walked twice: to be shown, and to be remembered.
  expect(hashes).toBeLessThan(2 * size + 2 * 6);
});

test("after a sound proof none with a bit changed, or a hash removed, added or moved, is taken", () => {
  const place = fc
    .integer({ min: 2, max: LARGEST })
    .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1), fc.nat(size - 1)));
  fc.assert(
    fc.property(place, fc.nat(255), ([size, before, index], bit) => {
      const checker = checkerOf(size);
      const proof = trees[size]!.inclusionProof(index);
      for (const spoiled of [...altered(proof, bit), proof.map((hash) => hash.subarray(0, 31))]) {
        checker.verify(leaves[before]!, before, trees[size]!.inclusionProof(before));
        expect(() => checker.verify(leaves[index]!, index, spoiled)).toThrow(ProofRefused);
        // What was refused leaves nothing behind that the next could rest on.
        expect(() => checker.verify(leaves[index]!, index, spoiled)).toThrow(ProofRefused);
      }
      const flipped = leaves[index]!.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(() => checker.verify(flipped, index, proof)).toThrow(ProofRefused);
      checker.verify(leaves[index]!, index, proof);
    }),
    { numRuns: 300 },
  );
});

/** Every way to spoil a proof in one place; a bit is flipped in each of its hashes. */
function altered(proof: readonly Uint8Array[], bit: number): Uint8Array[][] {
  const flip = (hash: Uint8Array) => hash.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
  return [
    [...proof, new Uint8Array(32)],
    ...(proof.length > 1 ? [proof.toReversed()] : []),
    ...proof.flatMap((hash, at) => [proof.toSpliced(at, 0, hash), proof.toSpliced(at, 1), proof.with(at, flip(hash))]),
  ];
}
