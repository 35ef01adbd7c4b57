import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { concat, fromHex, toHex } from "./bytes.ts";
import {
  CompactRange,
  MerkleTree,
  ProofRefused,
  leafHash,
  rootFromInclusionProof,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from "./merkle.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const LARGEST = 130;
const leaves = Array.from({ length: LARGEST }, (_, i) => leafHash(sha256, Uint8Array.of(i)));
const trees = Array.from({ length: LARGEST + 1 }, (_, size) => new MerkleTree(sha256, leaves.slice(0, size)));
const roots = trees.map((tree) => tree.root());

describe("the reference tree of RFC 6962 implementations", () => {
  const data = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
  const expected = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ];
  const hashes = data.map((hex) => leafHash(sha256, fromHex(hex)!));

  test.each(expected.map((root, i) => [i + 1, root] as const))("of %i leaves has its published root", (size, root) => {
    expect(toHex(treeRoot(sha256, hashes.slice(0, size)))).toBe(root);
    const range = new CompactRange();
    for (const leaf of hashes.slice(0, size)) range.append(sha256, leaf);
    expect(toHex(range.root(sha256))).toBe(root);
  });

  test("of no leaves has the hash of nothing", () => {
    const nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    expect(toHex(treeRoot(sha256, []))).toBe(nothing);
    expect(toHex(new CompactRange().root(sha256))).toBe(nothing);
  });
});

test(`every leaf of every tree of up to ${LARGEST} leaves is proved, at its own index only`, () => {
  for (let size = 1; size <= LARGEST; size++) {
    for (let index = 0; index < size; index++) {
      const proof = trees[size]!.inclusionProof(index);
      verifyInclusion(sha256, leaves[index]!, index, size, proof, roots[size]!);
      const other = (index + 1) % size;
      if (other === index) continue;
      expect(() => verifyInclusion(sha256, leaves[index]!, other, size, proof, roots[size]!)).toThrow(ProofRefused);
    }
  }
});

test(`every tree of up to ${LARGEST} leaves is proved to continue every smaller one, and no other`, () => {
  for (let size = 1; size <= LARGEST; size++) {
    for (let old = 1; old <= size; old++) {
      const proof = trees[size]!.consistencyProof(old);
      verifyConsistency(sha256, old, size, roots[old]!, roots[size]!, proof);
      const forged = () => verifyConsistency(sha256, old, size, roots[old - 1]!, roots[size]!, proof);
      expect(forged).toThrow(ProofRefused);
    }
  }
});

test("a proof with a bit changed, or a hash removed, added or moved, is refused", () => {
  const place = fc.integer({ min: 2, max: LARGEST }).chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
  fc.assert(
    fc.property(place, fc.nat(255), ([size, index], bit) => {
      const [tree, root] = [trees[size]!, roots[size]!];
      const included = (proof: readonly Uint8Array[]) =>
        verifyInclusion(sha256, leaves[index]!, index, size, proof, root);
      const continued = (proof: readonly Uint8Array[]) =>
        verifyConsistency(sha256, index + 1, size, roots[index + 1]!, root, proof);
      expect(altered(tree.inclusionProof(index), bit).filter(holds(included))).toEqual([]);
      expect(altered(tree.consistencyProof(index + 1), bit).filter(holds(continued))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

const holds = (verify: (proof: readonly Uint8Array[]) => void) => (proof: readonly Uint8Array[]) => {
  try {
    verify(proof);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ProofRefused);
    return false;
  }
};

/** Every way to spoil a proof in one place; a bit is flipped in each of its hashes. */
function altered(proof: readonly Uint8Array[], bit: number): Uint8Array[][] {
  const flip = (hash: Uint8Array) => hash.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
  return [
    [...proof, new Uint8Array(32)],
    ...(proof.length > 1 ? [proof.toReversed()] : []),
    ...proof.flatMap((hash, at) => [proof.toSpliced(at, 0, hash), proof.toSpliced(at, 1), proof.with(at, flip(hash))]),
  ];
}

test("hashes of other than 32 bytes are refused before they are hashed", () => {
  const proof = trees[8]!.inclusionProof(3);
  const [first, second] = proof as [Uint8Array, Uint8Array];
  const shifted = [concat(first, second.slice(0, 1)), second.slice(1), ...proof.slice(2)];
  expect(() => verifyInclusion(sha256, leaves[3]!, 3, 8, shifted, roots[8]!)).toThrow(ProofRefused);
  // The same bytes would be hashed, cut elsewhere: without the check this would be accepted.
  const [sibling] = trees[8]!.consistencyProof(4);
  const long = concat(roots[4]!, sibling!.slice(0, 1));
  expect(() => verifyConsistency(sha256, 4, 8, long, roots[8]!, [sibling!.slice(1)])).toThrow(ProofRefused);
});

test("a path longer or shorter than the tree is high leads nowhere", () => {
  const reach = (proof: readonly Uint8Array[]) => rootFromInclusionProof(sha256, leaves[3]!, 3, 8, proof);
  const proof = trees[8]!.inclusionProof(3);
  expect(() => reach([...proof, roots[1]!])).toThrow("the proof is too long");
  expect(() => reach(proof.slice(1))).toThrow("the proof is too short");
});

test("indices and sizes are whole numbers within the tree", () => {
  for (const [index, size] of [
    [-1, 8],
    [8, 8],
    [0, 0],
    [0.5, 8],
    [0, 2 ** 53],
    [Number.NaN, 8],
  ] as const) {
    expect(() => rootFromInclusionProof(sha256, leaves[0]!, index, size, [])).toThrow(ProofRefused);
  }
  for (const index of [-1, 8, 0.5]) expect(() => trees[8]!.inclusionProof(index)).toThrow(RangeError);
  for (const size of [0, 9, 0.5]) expect(() => trees[8]!.consistencyProof(size)).toThrow(RangeError);
  expect(() => new MerkleTree(sha256, [new Uint8Array(31)])).toThrow(RangeError);
});

describe("past 2^32 leaves, where 32-bit arithmetic breaks", () => {
  // A tree of 2^52 equal leaves: on every level all nodes are the same.
  const equal = [leaves[0]!];
  for (let level = 0; level < 52; level++) equal.push(sha256(concat(Uint8Array.of(1), equal[level]!, equal[level]!)));

  test("an inclusion proof holds", () => {
    for (const index of [0, 2 ** 33 + 1, 2 ** 52 - 1]) {
      expect(toHex(rootFromInclusionProof(sha256, equal[0]!, index, 2 ** 52, equal.slice(0, 52)))).toBe(
        toHex(equal[52]!),
      );
    }
    expect(() => rootFromInclusionProof(sha256, equal[0]!, 5, 2 ** 52, equal.slice(0, 51))).toThrow(ProofRefused);
  });

  test("a consistency proof holds", () => {
    verifyConsistency(sha256, 2 ** 33, 2 ** 34, equal[33]!, equal[34]!, [equal[33]!]);
    const [small, large] = [new CompactRange(2 ** 33, [equal[33]!]), new CompactRange(2 ** 33, [equal[33]!])];
    small.append(sha256, leaves[1]!);
    large.append(sha256, leaves[1]!);
    large.append(sha256, leaves[2]!);
    const proof = [leaves[1]!, leaves[2]!, equal[33]!];
    verifyConsistency(sha256, small.size, large.size, small.root(sha256), large.root(sha256), proof);
    const forged = proof.with(1, leaves[3]!);
    const check = () =>
      verifyConsistency(sha256, small.size, large.size, small.root(sha256), large.root(sha256), forged);
    expect(check).toThrow(ProofRefused);
  });
});

describe("a compact range", () => {
  test("reaches every root a whole tree has, also when stored and taken up again", () => {
    let range = new CompactRange();
    for (let size = 1; size <= LARGEST; size++) {
      range.append(sha256, leaves[size - 1]!);
      expect(toHex(range.root(sha256))).toBe(toHex(roots[size]!));
      range = new CompactRange(range.size, range.edge);
    }
    expect(range.edge.length).toBe(2); // 130 is 128 + 2.
    expect(toHex(range.edge[0]!)).toBe(toHex(roots[128]!));
  });

  test("is refused an edge that cannot belong to its size", () => {
    for (const [size, edge] of [
      [1, []],
      [2, [leaves[0], leaves[1]]],
      [-1, []],
      [1.5, [leaves[0]]],
      [1, [new Uint8Array(31)]],
    ]) {
      expect(() => new CompactRange(size as number, edge as Uint8Array[])).toThrow(RangeError);
    }
  });
});
