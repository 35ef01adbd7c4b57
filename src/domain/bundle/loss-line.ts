import { fromBase64, toBase64, toUtf8 } from "../ledger/bytes.ts";
import { parseCanonicalJson } from "../ledger/canonical-json.ts";
import { parseCheckpoint } from "../ledger/checkpoint.ts";
import type { Checkpoint } from "../ledger/checkpoint.ts";
import { SALT_BYTES } from "../ledger/commitment.ts";
import { LOSS_ACCEPTED, parseDeclaredLoss } from "../ledger/declared-loss.ts";
import type { DeclaredLoss } from "../ledger/declared-loss.ts";
import { isFiling, parseEntry } from "../ledger/entry.ts";
import { ProofRefused, verifyInclusion } from "../ledger/merkle-proof.ts";
import { keyId, openNote } from "../ledger/signed-note.ts";
import { leafHash } from "../ledger/tree-hash.ts";
import type { Cryptography } from "./bundle-source.ts";

/** One line of ledger/losses.jsonl: the entry that declares a loss, what it commits to, and its way to the signed root. */
export interface LossLine {
  readonly loss: DeclaredLoss;
  /** When it was accepted. */
  readonly at: Date;
  readonly index: number;
  /** The leaf's data, letter for letter. */
  readonly leaf: string;
  /** The declaration's text, letter for letter. */
  readonly details: string;
  /** Commitment to that text, base64. */
  readonly commitment: string;
  readonly salt: Uint8Array;
  /** From the leaf to the root. */
  readonly path: readonly Uint8Array[];
}

const NAMES = "details,entry,index,proof,salt";

/** Undefined unless the line is canonical, has every part and nothing more, and its entry is of the kind that declares a loss. */
export function parseLossLine(line: string): LossLine | undefined {
  const value = parseCanonicalJson(line);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (Object.keys(value).join() !== NAMES) return undefined;
  const { details, entry: leaf, index, proof, salt: salted } = value as Readonly<Record<string, unknown>>;
  if (typeof details !== "string" || typeof leaf !== "string" || typeof index !== "number") return undefined;
  const [entry, loss, salt] = [parseEntry(leaf), parseDeclaredLoss(details), bytesOf(salted)];
  const path = Array.isArray(proof) ? proof.map(bytesOf) : [undefined];
  if (!entry || isFiling(entry) || entry.event !== LOSS_ACCEPTED || !loss || salt?.length !== SALT_BYTES)
    return undefined;
  if (path.includes(undefined)) return undefined;
  const at = new Date(entry.at);
  return { loss, at, index, leaf, details, commitment: entry.details, salt, path: path as readonly Uint8Array[] };
}

/**
 * Why a line does not prove its loss, to follow "Line 1 "; undefined when it does: its entry is in the signed ledger and
 * commits to the declaration, and what it names as the last checkpoint was signed by the same key under the old name.
 */
export function lossFault(
  { loss: { oldOrigin, last }, index, leaf, details, commitment, salt, path }: LossLine,
  { size, root }: Checkpoint,
  publicKey: Uint8Array,
  { sha256, hmacSha256, verifyEd25519 }: Cryptography,
): string | undefined {
  try {
    verifyInclusion(sha256, leafHash(sha256, toUtf8(leaf)), index, size, path, root);
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error;
    return `is not shown to be in the signed ledger: ${error.message}.`;
  }
  if (toBase64(hmacSha256(salt, toUtf8(details))) !== commitment) return "is not what its ledger entry commits to.";
  if (!last) return undefined;
  const key = { name: oldOrigin, id: keyId(sha256, oldOrigin, publicKey), publicKey };
  const text = openNote(last.note, key, verifyEd25519);
  const head = text === undefined ? undefined : parseCheckpoint(text);
  if (head?.origin !== oldOrigin)
    return `names a checkpoint of ${oldOrigin} without a valid signature of the ledger's key.`;
  if (head.size === last.size && toBase64(head.root) === last.root) return undefined;
  return `says another size or root than the checkpoint of ${oldOrigin} that it names.`;
}

function bytesOf(value: unknown): Uint8Array | undefined {
  return typeof value === "string" ? fromBase64(value) : undefined;
}
