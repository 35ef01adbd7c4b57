// Writes the sample exhibit of the landing page: one item of a small ledger that the product's own code builds, with all
// that is needed to verify it. Run by hand; a test holds the file to what this makes. Nothing here is anyone's secret.
import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { toBase64, toHex, toUtf8 } from "#domain/ledger/bytes.ts";
import { formatCheckpoint } from "#domain/ledger/checkpoint.ts";
import { commitContent, commitMetadata } from "#domain/ledger/commitment.ts";
import { formatEntry } from "#domain/ledger/entry.ts";
import { MerkleTree, leafHash } from "#domain/ledger/merkle.ts";
import { formatVkey, signNote } from "#domain/ledger/signed-note.ts";
import type { SampleExhibit } from "#web/marketing/landing/sample-exhibit.ts";
import type { FiledItem, Proof } from "#web/verification/proof.ts";
import { root } from "./program.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
const hmac = (key: Uint8Array, bytes: Uint8Array): Uint8Array => createHmac("sha256", key).update(bytes).digest();

/** Fixed bytes in place of random ones: the same sample each time. */
const drawn = (what: string) => sha256(toUtf8(`Exhibit, sample ledger: ${what}`));
const uuid = (what: string) =>
  toHex(drawn(what).slice(0, 16)).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");

const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const privateKey = createPrivateKey({
  key: Buffer.concat([PKCS8_PREFIX, drawn("key")]),
  format: "der",
  type: "pkcs8",
});
const publicKey = new Uint8Array(createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-32));

interface Sample {
  readonly name: string;
  readonly fileName: string;
  readonly type: "Config" | "Policy" | "Document" | "Report";
  readonly control: string;
  readonly artifact: string;
}

const NUMBER = 45;
const encryption: Sample = {
  name: "Storage encryption settings",
  fileName: "storage-encryption.json",
  type: "Config",
  control: "XC-12",
  artifact: '{\n  "volumes": 41,\n  "encrypted": 41,\n  "cipher": "AES-256",\n  "key_rotation_days": 90\n}\n',
};

/** What stands around the sample in its ledger; only what the page lists of it has a name of its own. */
const neighbors: readonly Sample[] = [
  { name: "Leaver checklist", fileName: "leavers.csv", type: "Document", control: "XC-07", artifact: "leavers\n" },
  { name: "Audit log settings", fileName: "audit-log.json", type: "Config", control: "XC-20", artifact: "{}\n" },
  { name: "Branch protection, main", fileName: "branch.json", type: "Config", control: "XC-18", artifact: "[]\n" },
];
const sampleOf = (number: number): Sample =>
  number === NUMBER ? encryption : neighbors[(number + 2) % neighbors.length]!;

const FIRST = Date.UTC(2025, 4, 12, 14, 0, 3);
const HOUR = 3_600_000;
const filedAt = (number: number) => new Date(FIRST + (number - 2) * HOUR).toISOString();
const collectedAt = (number: number) => new Date(Date.parse(filedAt(number)) - 1000).toISOString();

function filing(number: number) {
  const { artifact, control, ...described } = sampleOf(number);
  const bytes = toUtf8(artifact);
  const salt = drawn(`salt ${number}`).slice(0, 16);
  const metadata = {
    ...described,
    collectedAt: collectedAt(number),
    collector: "A member, by hand",
    controls: [control],
    mediaType: "application/octet-stream",
    source: "Upload",
  };
  const entry = formatEntry({
    event: "evidence.filed",
    at: filedAt(number),
    id: uuid(`item ${number}`),
    number,
    size: bytes.length,
    content: commitContent(hmac, salt, sha256(bytes)),
    metadata: commitMetadata(hmac, salt, metadata),
  });
  return { artifact, bytes, salt, metadata, entry };
}

/** An administrative act between two filings. */
const act = (number: number) =>
  formatEntry({
    event: "member.joined",
    at: new Date(Date.parse(filedAt(number)) + 600_000).toISOString(),
    id: uuid(`act ${number}`),
    details: toBase64(drawn(`act ${number}`)),
  });

/** The sample, whole: what a person reads of it and the proof a server would send along. */
function makeSample() {
  const texts = Array.from({ length: 140 }, (_, at) => at + 1).flatMap((number) =>
    number % 3 === 0 ? [filing(number).entry, act(number)] : [filing(number).entry],
  );
  const { artifact, bytes, salt, metadata, entry } = filing(NUMBER);
  const leaves = texts.map((text) => leafHash(sha256, toUtf8(text)));
  const tree = new MerkleTree(sha256, leaves);
  const index = texts.indexOf(entry);
  const name = `exhibit.example/log/${uuid("company")}`;
  const text = formatCheckpoint({ origin: name, size: tree.size, root: tree.root() });
  const { collectedAt: collected, controls, fileName, name: title, source, type } = metadata;
  const item: FiledItem = {
    id: uuid(`item ${NUMBER}`),
    size: bytes.length,
    sha256: toHex(sha256(bytes)),
    name: title,
    type,
    source,
    fileName,
    collectedAt: collected,
    controls,
  };
  const proof: Proof = {
    entry,
    salt: toBase64(salt),
    metadata,
    index,
    size: tree.size,
    path: tree.inclusionProof(index).map(toBase64),
    root: toBase64(tree.root()),
    checkpoint: signNote({ sha256, name, publicKey, text, sign: (message) => sign(null, message, privateKey) }),
    key: formatVkey(sha256, name, publicKey),
    changes: [],
  };
  const facts: SampleExhibit = {
    number: NUMBER,
    artifact,
    filedAt: filedAt(NUMBER),
    index,
    size: tree.size,
    steps: proof.path.length,
    origin: name,
    item,
    around: [42, 43, 44, 45].map((number) => ({
      number,
      name: sampleOf(number).name,
      filedAt: filedAt(number),
      leaf: toHex(leaves[texts.indexOf(filing(number).entry)]!),
    })),
  };
  return { facts, proof };
}

/** The files this writes, with their text. What a page shows at once, and what only a check needs. */
export function sampleFiles(): Readonly<Record<string, string>> {
  const { facts, proof } = makeSample();
  const head = "// Written by scripts/sample-exhibit.ts.\n";
  const text = (value: object) => JSON.stringify(value, undefined, 2);
  return {
    "src/web/marketing/landing/sample-exhibit.gen.ts": `${head}import type { SampleExhibit } from "./sample-exhibit.ts";

/** A sample exhibit, real in every byte. */
export const sampleExhibit: SampleExhibit = ${text(facts)};
`,
    "src/web/marketing/landing/sample-proof.gen.ts": `${head}import type { Proof } from "#web/verification/proof.ts";

/** Where the sample exhibit stands in the sample ledger. */
export const sampleProof: Proof = ${text(proof)};
`,
  };
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(sampleFiles())) writeFileSync(join(root, path), text);
}
