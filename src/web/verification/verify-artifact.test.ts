import { expect, test } from "vitest";
import { fromBase64, toBase64, toUtf8 } from "#domain/ledger/bytes.ts";
import { sampleExhibit } from "#web/marketing/landing/sample-exhibit.gen.ts";
import { sampleProof } from "#web/marketing/landing/sample-proof.gen.ts";
import { verifyArtifact } from "./verify-artifact.ts";

const { item, artifact } = sampleExhibit;
const bytes = toUtf8(artifact);

function flipped(original: Uint8Array, at: number): Uint8Array {
  return original.with(at, original[at]! ^ 1);
}

/** The first step that fails, or whether all hold. */
async function failing(file: Uint8Array, proof = sampleProof): Promise<string | undefined> {
  const verdict = await verifyArtifact(file, item, proof);
  if (!verdict.checked) return "not checked";
  expect(verdict.holds).toBe(verdict.steps.every((step) => step.outcome === "holds"));
  return verdict.steps.find((step) => step.outcome === "fails")?.step;
}

test("the sample exhibit verifies: file, entry, place in the tree and signature", async () => {
  expect(await failing(bytes)).toBeUndefined();
});

test("the sample fails when any one byte of its file is flipped, and the record is not blamed for it", async () => {
  for (const at of bytes.keys()) {
    const verdict = await verifyArtifact(flipped(bytes, at), item, sampleProof);
    expect(verdict).toMatchObject({ checked: true, holds: false, why: expect.stringContaining("SHA-256") });
    expect(verdict.checked && verdict.steps.map((step) => step.outcome)).toEqual(["fails", "holds", "holds", "holds"]);
  }
});

test("a file that lost or gained a byte fails", async () => {
  expect(await failing(bytes.slice(1))).toBe("artifact");
  expect(await failing(toUtf8(`${artifact} `))).toBe("artifact");
});

test("any one flipped byte of the sample's proof fails at the step that it belongs to", async () => {
  const altered = (text: string, at: number) => toBase64(flipped(fromBase64(text)!, at));
  for (let at = 0; at < 16; at++) {
    expect(await failing(bytes, { ...sampleProof, salt: altered(sampleProof.salt, at) })).toBe("commitment");
  }
  for (const [step, hash] of sampleProof.path.entries()) {
    const path = sampleProof.path.with(step, altered(hash, step));
    expect(await failing(bytes, { ...sampleProof, path })).toBe("inclusion");
  }
  for (let at = 0; at < sampleProof.checkpoint.length; at++) {
    const character = sampleProof.checkpoint[at] === "A" ? "B" : "A";
    const checkpoint = sampleProof.checkpoint.slice(0, at) + character + sampleProof.checkpoint.slice(at + 1);
    expect(await failing(bytes, { ...sampleProof, checkpoint })).toBe("signature");
  }
});

test("after the first step that fails no later one is called good", async () => {
  const verdict = await verifyArtifact(bytes, item, { ...sampleProof, path: sampleProof.path.slice(1) });
  expect(verdict).toMatchObject({
    holds: false,
    steps: [{ outcome: "holds" }, { outcome: "holds" }, { outcome: "fails" }, { outcome: "not reached" }],
  });
});
