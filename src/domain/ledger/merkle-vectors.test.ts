import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ProofRefused, verifyConsistency, verifyInclusion } from "./merkle.ts";

// The vectors of transparency-dev/merkle. They lie beside the checkout, not in it. Its subtree vectors are left out: we
// make and read no subtree proofs.
const folder = join(import.meta.dirname, "../../../../shared/vectors/merkle/testdata");
const isAbsent = !existsSync(folder);

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
const find = (kind: string) => (isAbsent ? [] : globSync("**/*.json", { cwd: join(folder, kind) }).toSorted());
const read = (kind: string, file: string) => JSON.parse(readFileSync(join(folder, kind, file), "utf8")) as Vector;

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

describe.skipIf(isAbsent)("transparency-dev's vectors (skipped where ../shared/vectors is absent)", () => {
  test("there are all 98 of each kind, good and bad", () => {
    for (const kind of ["inclusion", "consistency"]) {
      const all = find(kind).map((file) => read(kind, file));
      expect(all).toHaveLength(98);
      expect(all.some((vector) => vector.wantErr)).toBe(true);
      expect(all.some((vector) => !vector.wantErr)).toBe(true);
    }
  });

  test.each(find("inclusion"))("inclusion %s", (file) => {
    const vector = read("inclusion", file);
    const { leafIdx, treeSize, root } = vector;
    const check = () => verifyInclusion(sha256, bytes(vector.leafHash), leafIdx, treeSize, proof(vector), bytes(root));
    expect(verdictOf(check)).toBe(expected(vector));
  });

  test.each(find("consistency"))("consistency %s", (file) => {
    const vector = read("consistency", file);
    const { size1, size2, root1, root2 } = vector;
    const check = () => verifyConsistency(sha256, size1, size2, bytes(root1), bytes(root2), proof(vector));
    expect(verdictOf(check)).toBe(expected(vector));
  });
});
