import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { toBase64, toHex, toUtf8 } from "#domain/ledger/bytes.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { formatCheckpoint } from "#domain/ledger/checkpoint.ts";
import { MerkleTree, leafHash } from "#domain/ledger/merkle.ts";
import { formatVkey, signNote } from "#domain/ledger/signed-note.ts";
import type { FiledItem, Proof } from "./proof.ts";
import { sidesOf, verifyProof } from "./verify-proof.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const rawKey = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
const origin = "exhibit.test/log/1";
const index = 5;
const size = 11;

/** An item filed as leaf 5 of a ledger of 11, with everything the server sends along. */
function filed(): { item: FiledItem; proof: Proof } {
  const salt = new Uint8Array(16).fill(7);
  const content = sha256(toUtf8("the bytes of a policy"));
  const metadata = {
    collectedAt: "2026-11-21T09:00:00.000Z",
    controls: ["XC-01", "XC-04"],
    fileName: "policy.pdf",
    name: "Policy",
    source: "Upload",
    type: "Policy",
  };
  const commit = (bytes: Uint8Array) => createHmac("sha256", salt).update(bytes).digest("base64");
  const item = { ...metadata, id: "9f2c", sha256: toHex(content), size: 21 } as FiledItem;
  const entry = canonicalJson({
    c: commit(toUtf8(canonicalJson(metadata))),
    h: commit(content),
    id: item.id,
    size: item.size,
    t: "evidence.filed",
  });
  const leaves = Array.from({ length: size }, (_, at) =>
    leafHash(sha256, at === index ? toUtf8(entry) : Uint8Array.of(at)),
  );
  const tree = new MerkleTree(sha256, leaves);
  const text = formatCheckpoint({ origin, size, root: tree.root() });
  const proof: Proof = {
    entry,
    salt: toBase64(salt),
    metadata,
    index,
    size,
    path: tree.inclusionProof(index).map(toBase64),
    root: toBase64(tree.root()),
    checkpoint: signNote({
      sha256,
      name: origin,
      publicKey: rawKey,
      text,
      sign: (bytes) => sign(null, bytes, privateKey),
    }),
    key: formatVkey(sha256, origin, rawKey),
  };
  return { item, proof };
}

test("an item shown as it was filed is proved in the browser's own cryptography", async () => {
  const { item, proof } = filed();
  expect(await verifyProof(item, proof)).toEqual({ holds: true });
});

const { proof } = filed();
const elsewhere = signNote({
  sha256,
  name: origin,
  publicKey: rawKey,
  text: formatCheckpoint({ origin, size: size + 1, root: new Uint8Array(32) }),
  sign: (bytes) => sign(null, bytes, privateKey),
});

test.each<[string, Partial<FiledItem>, Partial<Proof>]>([
  ["another hash", { sha256: "00".repeat(32) }, {}],
  ["another size", { size: 22 }, {}],
  ["another name", { name: "Policy, approved" }, {}],
  ["another type", { type: "Report" }, {}],
  ["another time", { collectedAt: "2026-11-20T09:00:00.000Z" }, {}],
  ["another control", { controls: ["XC-01", "XC-05"] }, {}],
  ["another item's entry", { id: "b07a" }, {}],
  ["a description changed together with what is shown", { name: "B" }, { metadata: { ...proof.metadata, name: "B" } }],
  ["an entry changed by one character", {}, { entry: proof.entry.replace('"size":21', '"size":21 ') }],
  ["a path from another leaf", {}, { index: index + 1 }],
  ["a path with a step left out", {}, { path: proof.path.slice(1) }],
  ["a path with a step changed", {}, { path: [toBase64(new Uint8Array(32)), ...proof.path.slice(1)] }],
  ["a root nobody signed", {}, { root: toBase64(new Uint8Array(32)) }],
  ["a signed checkpoint of another tree", {}, { checkpoint: elsewhere }],
  ["a checkpoint whose signature was altered", {}, { checkpoint: proof.checkpoint.replace(/.(?=.{5}\n$)/, "~") }],
  [
    "a checkpoint whose text was altered",
    {},
    { checkpoint: proof.checkpoint.replace(`\n${size}\n`, `\n${size + 1}\n`) },
  ],
  ["another ledger's key", {}, { key: formatVkey(sha256, "exhibit.test/log/2", rawKey) }],
  ["a key that is none", {}, { key: "exhibit.test/log/1+00000000+AAAA" }],
])("%s is called a broken seal", async (_, shown, sent) => {
  const one = filed();
  const verdict = await verifyProof({ ...one.item, ...shown }, { ...one.proof, ...sent });
  expect(verdict).toMatchObject({ holds: false, broken: true });
});

test("the steps of a path are drawn on the side on which they are hashed", () => {
  // Leaf 5 of 11: 4 stands left of it, 6-7 right, 0-3 left, and the rest of the tree right.
  expect(sidesOf(5, 11, 4)).toEqual(["left", "right", "left", "right"]);
  // The last leaf of 11 has no sibling on two levels: only 8-9 and 0-7 are left of it.
  expect(sidesOf(10, 11, 2)).toEqual(["left", "left"]);
});
