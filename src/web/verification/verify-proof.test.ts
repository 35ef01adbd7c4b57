import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { toBase64, toHex, toUtf8 } from "#domain/ledger/bytes.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { formatCheckpoint } from "#domain/ledger/checkpoint.ts";
import { formatEntry } from "#domain/ledger/entry.ts";
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

/** What the sample item's ledger says of its names, at leaves 7 and on. */
const renamed = { event: "evidence.renamed", subject: "9f2c", from: "Policy", to: "Policy of May", by: "x" };

/** An item filed as leaf 5 of a ledger of 11, with everything the server sends along; `acts` are what happened to it since. */
function filed(acts: readonly Record<string, string | string[]>[] = []): { item: FiledItem; proof: Proof } {
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
  const changed = acts.map((act, at) => {
    const details = canonicalJson(act);
    const place = { at: metadata.collectedAt, id: `0190c0de-0000-4000-8000-00000000000${at}` };
    const leaf = { event: String(act["event"]), ...place, details: commit(toUtf8(details)) };
    return { details, entry: formatEntry(leaf), index: index + 2 + at, salt: toBase64(salt) };
  });
  const leaves = Array.from({ length: size }, (_, at) =>
    leafHash(
      sha256,
      at === index ? toUtf8(entry) : toUtf8(changed.find((item) => item.index === at)?.entry ?? String(at)),
    ),
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
    changes: changed.map((item) =>
      canonicalJson({ ...item, proof: tree.inclusionProof(item.index).map((hash) => toBase64(hash)) }),
    ),
  };
  return { item, proof };
}

test("an item shown as it was filed is proved in the browser's own cryptography", async () => {
  const { item, proof } = filed();
  expect(await verifyProof(item, proof)).toEqual({ holds: true });
});

test("an item that was renamed and re-filed is proved with the entries that say so", async () => {
  const refiled = { event: "evidence.refiled", subject: "9f2c", added: ["XC-09"], removed: ["XC-01"], by: "x" };
  const { item, proof } = filed([renamed, refiled]);
  const now = { ...item, name: "Policy of May", controls: ["XC-04", "XC-09"] };
  expect(await verifyProof(now, proof)).toEqual({ holds: true });
  const shownWith: readonly (readonly [FiledItem, readonly string[]])[] = [
    [item, proof.changes],
    [now, []],
    [now, proof.changes.slice(0, 1)],
    [now, proof.changes.slice(1)],
    [now, proof.changes.toReversed().map((line) => line.replace("XC-09", "XC-10"))],
    [now, proof.changes.map((line) => line.replaceAll("9f2c", "b07a"))],
    [{ ...now, name: "Policy of June" }, proof.changes],
    [{ ...now, controls: ["XC-04"] }, proof.changes],
  ];
  for (const [shown, changes] of shownWith)
    expect(await verifyProof(shown, { ...proof, changes: [...changes] })).toMatchObject({ holds: false, broken: true });
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
  const item = filed();
  const verdict = await verifyProof({ ...item.item, ...shown }, { ...item.proof, ...sent });
  expect(verdict).toMatchObject({ holds: false, broken: true });
});

test("the steps of a path are drawn on the side on which they are hashed", () => {
  // Leaf 5 of 11: 4 stands left of it, 6-7 right, 0-3 left, and the rest of the tree right.
  expect(sidesOf(5, 11, 4)).toEqual(["left", "right", "left", "right"]);
  // The last leaf of 11 has no sibling on two levels: only 8-9 and 0-7 are left of it.
  expect(sidesOf(10, 11, 2)).toEqual(["left", "left"]);
});
