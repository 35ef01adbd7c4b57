import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { KeyPairKeyObjectResult } from "node:crypto";
import type { BundleSource } from "#domain/bundle/bundle-source.ts";
import { formatManifest, manifestKeyName, manifestStatement } from "#domain/bundle/manifest.ts";
import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { formatCheckpoint } from "#domain/ledger/checkpoint.ts";
import { formatDeclaredLoss, LOSS_ACCEPTED } from "#domain/ledger/declared-loss.ts";
import type { DeclaredLoss } from "#domain/ledger/declared-loss.ts";
import { formatEntry } from "#domain/ledger/entry.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { MerkleTree, leafHash } from "#domain/ledger/merkle.ts";
import { COLLECTED } from "#domain/ledger/run-line.ts";
import { originAt, partsOfOrigin } from "#domain/ledger/origin.ts";
import { formatVkey, signNote } from "#domain/ledger/signed-note.ts";
import { ZipWriter } from "#server/bundle/zip-writer.ts";

/** Files of a bundle by path. */
export type BundleFiles = Map<string, Buffer>;

export interface SampleBundle {
  readonly files: BundleFiles;
  readonly vkey: string;
  /** The ledger's signed heads, by size, as an auditor would have kept them. */
  checkpointOf(size: number): string;
  /** Proof that the ledger of this size continues in the bundle's. */
  consistencyFrom(size: number): string;
  /** Signs whatever manifest fits the files now: what a dishonest issuer, who has the key, would do. */
  seal(files: BundleFiles): void;
  sign(name: string, text: string): string;
}

const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
const hmac = (key: Uint8Array, message: Uint8Array | string) =>
  createHmac("sha256", key).update(message).digest("base64");
const at = "2026-11-21T06:00:00.000Z";
const uuid = (n: number) => `0190c0de-0000-4000-8000-${String(n).padStart(12, "0")}`;

interface SampleChange {
  readonly item: number;
  readonly event: "evidence.renamed" | "evidence.refiled";
  readonly details: Readonly<Record<string, string | readonly string[]>>;
}

/** What the entry of a run commits to; beside it stand the run's event and connection. */
export type SampleRun = Readonly<Record<string, CanonicalValue>>;

interface SampleOptions {
  /** What a filing says of its file's size. */
  readonly sizeOf?: (bytes: Buffer) => number;
  readonly origin?: string;
  /** False for a bundle of the days before bundles held them. */
  readonly leaves?: boolean;
  /** What a dishonest issuer declares of a loss, which their ledger then holds; what is true otherwise. */
  readonly declare?: (loss: DeclaredLoss, turn: number, sign: SampleBundle["sign"]) => DeclaredLoss;
  /** What happened to items after they were filed, by the place of the item: entries that the ledger then holds. */
  readonly changes?: readonly SampleChange[];
  /** What runs of connections saw, as their entries say it; an act with an event of its own is a look at the registers. */
  readonly runs?: readonly SampleRun[];
  /** The place of the artifact that was filed after the runs; all were filed before them otherwise. */
  readonly filedAfter?: number;
  /** Under which source each artifact was filed, by its place. */
  readonly sources?: readonly string[];
  /** The key that signs; a new one for each bundle otherwise. */
  readonly pair?: KeyPairKeyObjectResult;
}

/**
 * A ledger of 3 acts, the filing of each artifact, and the losses that its origin tells of, sealed into a bundle as the server
 * does it.
 */
export function sampleBundle(
  artifacts: readonly Buffer[] = ["first", "second\n", "", "fourth"].map((text) => Buffer.from(text)),
  {
    sizeOf = (bytes: Buffer) => bytes.length,
    origin = "exhibit.test/log/0190c0de",
    leaves = true,
    declare = (loss) => loss,
    changes = [],
    runs = [],
    filedAfter = artifacts.length,
    sources = [],
    pair = generateKeyPairSync("ed25519"),
  }: SampleOptions = {},
): SampleBundle {
  const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const signNamed = (name: string, text: string) =>
    signNote({ sha256, name, publicKey, text, sign: (message) => sign(null, message, pair.privateKey) });

  const acts = [0, 1, 2].map((n) =>
    formatEntry({ event: "member.invited", at, id: uuid(n), details: hmac(Buffer.from(at), `${n}`) }),
  );
  const items = artifacts.map((bytes, i) =>
    filing(bytes, { size: sizeOf(bytes), i, index: i + 2 + (i < filedAfter ? 0 : runs.length) }, sources[i]),
  );
  const seen = runs.map((run, n) => {
    const event = typeof run["event"] === "string" ? run["event"] : COLLECTED;
    const details = canonicalJson({ by: uuid(0), event, subject: uuid(0), ...run });
    const salt = sha256(Buffer.from(`run ${n}`)).subarray(0, 16);
    const entry = formatEntry({ event, at, id: uuid(400 + n), details: hmac(salt, details) });
    const after =
      filedAfter < artifacts.length
        ? filedAfter + 2
        : artifacts.length + 2 + partsOfOrigin(origin).turn - 1 + changes.length;
    return { event, said: { details, entry, index: after + n, salt: salt.toString("base64") } };
  });
  const filed = items.map(({ entry }) => entry);
  const early = filedAfter < artifacts.length ? seen.map(({ said }) => said.entry) : [];
  const before = [...acts.slice(0, 2), ...filed.slice(0, filedAfter), ...early, ...filed.slice(filedAfter)];
  const { ledger, turn } = partsOfOrigin(origin);
  const headAt = (name: string, leaves: readonly string[]) => {
    const root = new MerkleTree(
      sha256,
      leaves.map((entry) => leafHash(sha256, Buffer.from(entry))),
    ).root();
    return {
      size: leaves.length,
      root,
      note: signNamed(name, formatCheckpoint({ origin: name, size: leaves.length, root })),
    };
  };
  const losses = Array.from({ length: turn - 1 }, (_, n) => {
    const oldOrigin = originAt(ledger, n + 1);
    const { size, root, note } = headAt(oldOrigin, before.slice(0, n + 1));
    const loss = {
      by: uuid(0),
      oldOrigin,
      origin: originAt(ledger, n + 2),
      // Of the second nothing is known.
      last: n === 1 ? undefined : { size, root: Buffer.from(root).toString("base64"), note },
      reason: "The disk failed.",
      person: "Ana Ortiz",
    };
    const details = formatDeclaredLoss(declare(loss, n + 2, signNamed));
    const salt = sha256(Buffer.from(`loss ${n}`)).subarray(0, 16);
    const entry = formatEntry({ event: LOSS_ACCEPTED, at, id: uuid(200 + n), details: hmac(salt, details) });
    return { details, entry, index: before.length + n, salt: salt.toString("base64") };
  });
  const changed = changes.map(({ item, event, details: said }, n) => {
    const details = canonicalJson({ ...said, by: uuid(0), event, subject: uuid(100 + item) });
    const salt = sha256(Buffer.from(`change ${n}`)).subarray(0, 16);
    const entry = formatEntry({ event, at, id: uuid(300 + n), details: hmac(salt, details) });
    return { details, entry, index: before.length + losses.length + n, salt: salt.toString("base64") };
  });
  const late = early.length > 0 ? [] : seen.map(({ said }) => said.entry);
  const entries = [...before, ...[...losses, ...changed].map(({ entry }) => entry), ...late, ...acts.slice(2)];
  const tree = new MerkleTree(
    sha256,
    entries.map((entry) => leafHash(sha256, Buffer.from(entry))),
  );
  const checkpointOf = (size: number) => headAt(origin, entries.slice(0, size)).note;

  const files: BundleFiles = new Map();
  const add = (path: string, content: string | Buffer) => files.set(path, Buffer.from(content));
  add("README.txt", "How to verify this bundle.\n");
  add("controls.json", `${JSON.stringify(["access-reviews", "mfa"].map((id) => controlOf(id, items)))}\n`);
  add("evidence.csv", "exhibit\r\n");
  for (const [i, { row }] of items.entries()) add(row.artifact, artifacts[i]!);
  add(
    "evidence.json",
    `${JSON.stringify(
      items.map(({ row }) => row),
      null,
      2,
    )}\n`,
  );
  add("ledger/checkpoint", checkpointOf(entries.length));
  if (leaves) add("ledger/leaves.bin", Buffer.concat(entries.map((entry) => leafHash(sha256, Buffer.from(entry)))));
  add("ledger/key.vkey", `${formatVkey(sha256, origin, publicKey)}\n`);
  const proofOf = (index: number) => tree.inclusionProof(index).map((hash) => Buffer.from(hash).toString("base64"));
  const lossLines = losses.map((loss) => `${canonicalJson({ ...loss, proof: proofOf(loss.index) })}\n`);
  const changeLines = changed.map((change) => `${canonicalJson({ ...change, proof: proofOf(change.index) })}\n`);
  if (changed.length > 0) add("ledger/changes.jsonl", changeLines.join(""));
  const [runLines, lookLines] = [true, false].map((isRun) =>
    seen.flatMap(({ event, said }) =>
      (event === COLLECTED) === isRun ? [`${canonicalJson({ ...said, proof: proofOf(said.index) })}\n`] : [],
    ),
  ) as [string[], string[]];
  if (runLines.length > 0) add("ledger/runs.jsonl", runLines.join(""));
  if (lookLines.length > 0) add("ledger/looks.jsonl", lookLines.join(""));
  if (losses.length > 0) add("ledger/losses.jsonl", lossLines.join(""));
  const lines = items.map(({ row, entry, salt, metadata }) => {
    const proof = proofOf(row.ledgerIndex);
    return `${canonicalJson({ entry, exhibit: row.exhibit, index: row.ledgerIndex, metadata, proof, salt: salt.toString("base64") })}\n`;
  });
  add("ledger/proofs.jsonl", lines.join(""));
  add("verify.mjs", "// The verifier.\n");

  const seal = (sealed: BundleFiles) => {
    for (const path of ["manifest.json", "manifest.sig"]) sealed.delete(path);
    const list = [...sealed].map(([path, bytes]) => ({
      path,
      sha256: sha256(bytes).toString("hex"),
      size: bytes.length,
    }));
    const manifest = Buffer.from(formatManifest({ files: list }));
    sealed.set("manifest.json", manifest);
    const signature = signNamed(manifestKeyName(origin), manifestStatement(origin, sha256(manifest)));
    sealed.set("manifest.sig", Buffer.from(signature));
  };
  seal(files);
  return {
    files,
    vkey: formatVkey(sha256, origin, publicKey),
    checkpointOf,
    consistencyFrom: (from) =>
      canonicalJson({ from, proof: tree.consistencyProof(from).map((hash) => Buffer.from(hash).toString("base64")) }),
    seal,
    sign: signNamed,
  };
}

function controlOf(id: string, items: readonly ReturnType<typeof filing>[]) {
  const exhibits = items.map(({ row }) => row.exhibit);
  const checks = exhibits.slice(0, 1).map((exhibit) => ({ id: `${id}-on`, outcome: "pass", exhibit }));
  return { id, status: exhibits.length > 0 ? "passing" : "needs evidence", exhibits, checks };
}

function filing(
  bytes: Buffer,
  { size, i, index }: { readonly size: number; readonly i: number; readonly index: number },
  source?: string,
) {
  const exhibit = formatExhibitNumber(i + 1);
  const salt = sha256(Buffer.from(`salt ${i}`)).subarray(0, 16);
  const metadata = {
    collectedAt: at,
    controls: ["access-reviews", "mfa"],
    fileName: `file-${i}.txt`,
    name: `Item №${i}`,
    ...(source !== undefined && { source }),
  };
  const entry = formatEntry({
    event: "evidence.filed",
    at,
    id: uuid(100 + i),
    number: i + 1,
    size,
    content: hmac(salt, sha256(bytes)),
    metadata: hmac(salt, canonicalJson(metadata)),
  });
  const artifact = `artifacts/${exhibit}-file-${i}.txt`;
  const place = { sha256: sha256(bytes).toString("hex"), size, ledgerIndex: index };
  return { entry, salt, metadata, row: { id: uuid(100 + i), exhibit, ...metadata, ...place, artifact } };
}

/** The files as our writer zips them, in their order. */
export async function zipOf(files: Iterable<readonly [path: string, bytes: Uint8Array]>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const zip = new ZipWriter(async (chunk) => void chunks.push(Buffer.from(chunk)), { date: new Date(at) });
  for (const [path, bytes] of files) await zip.addBytes(path, bytes);
  await zip.finish();
  return Buffer.concat(chunks);
}

/** The files as a verifier finds them, in pieces of a few bytes. */
export function memorySource(files: Iterable<readonly [path: string, bytes: Buffer]>): BundleSource {
  const all = new Map(files);
  return {
    damage: [],
    packing: "folder",
    async *files() {
      for (const [path, bytes] of all) yield { path, size: bytes.length, sha256: sha256(bytes) };
    },
    async *read(path) {
      const bytes = all.get(path)!;
      for (let at = 0; at < bytes.length; at += 97) yield bytes.subarray(at, at + 97);
    },
  };
}
