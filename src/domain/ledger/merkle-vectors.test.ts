import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readTestJson } from "#tests/support/test-data.ts";
import { ProofRefused, verifyConsistency, verifyInclusion } from "./merkle.ts";

// The vectors of transparency-dev/merkle.

interface Vector {
  readonly desc: string;
  readonly wantErr: boolean;
  readonly leafIdx: number;
  readonly treeSize: number;
  readonly root: string;
  readonly leafHash: string;
  readonly size1: number;
  readonly size2: number;
  readonly root1: string;
  readonly root2: string;
  readonly proof: readonly string[] | null;
}

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const bytes = (base64: string | null) => Buffer.from(base64 ?? "", "base64");
const proof = (vector: Vector) => (vector.proof ?? []).map(bytes);
const inclusion = Object.entries(readTestJson<Record<string, Vector>>("merkle/inclusion.json"));
const consistency = Object.entries(readTestJson<Record<string, Vector>>("merkle/consistency.json"));

function verdictOf(check: () => void): "holds" | "refused" {
  try {
    check();
    return "holds";
  } catch (error) {
    if (error instanceof ProofRefused) return "refused";
    throw error;
  }
}

const expected = ({ wantErr }: Vector) => (wantErr ? "refused" : "holds");

describe("transparency-dev's vectors", () => {
  test("there are all 98 of each kind, good and bad", () => {
    for (const all of [inclusion, consistency]) {
      expect(all).toHaveLength(98);
      expect(all.some(([, vector]) => vector.wantErr)).toBe(true);
      expect(all.some(([, vector]) => !vector.wantErr)).toBe(true);
    }
  });

  test.each(inclusion)("inclusion %s", (_, vector) => {
    const { leafIdx, treeSize, root } = vector;
    const check = () => verifyInclusion(sha256, bytes(vector.leafHash), leafIdx, treeSize, proof(vector), bytes(root));
    expect(verdictOf(check)).toBe(expected(vector));
  });

  test.each(consistency)("consistency %s", (_, vector) => {
    const { size1, size2, root1, root2 } = vector;
    const check = () => verifyConsistency(sha256, size1, size2, bytes(root1), bytes(root2), proof(vector));
    expect(verdictOf(check)).toBe(expected(vector));
  });
});
