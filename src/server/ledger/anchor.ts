import { canonicalJson } from "#domain/ledger/canonical-json.ts";
import { parseCheckpoint } from "#domain/ledger/checkpoint.ts";
import type { Checkpoint } from "#domain/ledger/checkpoint.ts";
import { CompactRange } from "#domain/ledger/merkle.ts";
import { openNote, parseVkey } from "#domain/ledger/signed-note.ts";
import { nodeCryptography } from "./node-cryptography.ts";

const { sha256, verifyEd25519 } = nodeCryptography;

/** A signature that is remembered: the ledger's right border, to append to, and the note that was signed of it. */
export interface Anchor {
  readonly range: CompactRange;
  readonly note: string;
}

/** More than 53 hashes and a note can take. */
const MOST_BYTES = 16_384;

/** The text under which an anchor is kept: size, edge (base64, the largest subtree first) and note. */
export function formatAnchor({ range, note }: Anchor): Buffer {
  return Buffer.from(
    canonicalJson({ edge: range.edge.map((hash) => Buffer.from(hash).toString("base64")), note, size: range.size }),
  );
}

/**
 * Reads an anchor; undefined unless it is one of this origin whose edge has the root that the note says, and whose note one of
 * `vkeys` signed: whatever else lies there was not remembered by us.
 */
export function openAnchor(bytes: Buffer, origin: string, vkeys: readonly string[]): Anchor | undefined {
  const range = readRange(bytes);
  if (!range) return undefined;
  const checkpoint = openCheckpoint(range.note, origin, vkeys);
  const isWhole =
    checkpoint?.size === range.range.size && Buffer.from(range.range.root(sha256)).equals(checkpoint.root);
  return isWhole ? range : undefined;
}

/** The checkpoint of a note, if it is of this origin and one of `vkeys` signed it. */
export function openCheckpoint(note: string, origin: string, vkeys: readonly string[]): Checkpoint | undefined {
  for (const vkey of vkeys) {
    const key = parseVkey(sha256, vkey);
    const text = key && openNote(note, key, verifyEd25519);
    const checkpoint = text === undefined ? undefined : parseCheckpoint(text);
    if (checkpoint?.origin === origin) return checkpoint;
  }
  return undefined;
}

/** The head that an anchor speaks of, whoever signed it. */
export function readAnchoredHead(bytes: Buffer): Checkpoint | undefined {
  const note = readRange(bytes)?.note;
  const end = note?.lastIndexOf("\n\n") ?? -1;
  return end < 0 ? undefined : parseCheckpoint(note!.slice(0, end + 1));
}

function readRange(bytes: Buffer): Anchor | undefined {
  if (bytes.length > MOST_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (typeof value !== "object" || value === null) return undefined;
    const { size, edge, note } = value as Record<string, unknown>;
    if (typeof size !== "number" || !Array.isArray(edge) || typeof note !== "string") return undefined;
    const hashes = edge.map((hash) => (typeof hash === "string" ? Buffer.from(hash, "base64") : Buffer.alloc(0)));
    return { range: new CompactRange(size, hashes), note };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
