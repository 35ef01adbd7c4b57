import { parseExhibitNumber } from "../exhibit-number.ts";
import { fromBase64, toUtf8 } from "../ledger/bytes.ts";
import { parseCanonicalJson } from "../ledger/canonical-json.ts";
import type { CanonicalValue } from "../ledger/canonical-json.ts";
import { SALT_BYTES, commitMetadata } from "../ledger/commitment.ts";
import { isFiling, parseEntry } from "../ledger/entry.ts";
import type { FiledEntry } from "../ledger/entry.ts";
import type { InclusionChecker } from "../ledger/inclusion-checker.ts";
import { ProofRefused } from "../ledger/merkle-proof.ts";
import { leafHash } from "../ledger/tree-hash.ts";
import type { Cryptography } from "./bundle-source.ts";

/** One line of ledger/proofs.jsonl: an item's ledger entry, what it commits to, and its way to the signed root. */
export interface ProofLine {
  readonly exhibit: string;
  /** The leaf's data, letter for letter. */
  readonly leaf: string;
  readonly entry: FiledEntry;
  readonly index: number;
  readonly salt: Uint8Array;
  readonly metadata: { readonly [name: string]: CanonicalValue };
  /** From the leaf to the root. */
  readonly path: readonly Uint8Array[];
}

const NAMES = "entry,exhibit,index,metadata,proof,salt";

/** Reads hashes of proofs, and knows those of the line before again: neighbours share most of theirs. */
export function hashReader(): (text: CanonicalValue, place: number) => Uint8Array | undefined {
  const texts: CanonicalValue[] = [];
  const hashes: (Uint8Array | undefined)[] = [];
  return (text, place) => {
    if (texts[place] !== text) {
      texts[place] = text;
      hashes[place] = bytesOf(text);
    }
    return hashes[place];
  };
}

/** Undefined unless the line is canonical, has every part and nothing more, and its entry is the filing of an item. */
export function parseProofLine(line: string, readHash = hashReader()): ProofLine | undefined {
  const value = parseCanonicalJson(line);
  if (!isObject(value) || Object.keys(value).join() !== NAMES) return undefined;
  const { entry: leaf, exhibit, index, metadata, proof } = value;
  const entry = typeof leaf === "string" ? parseEntry(leaf) : undefined;
  const salt = bytesOf(value["salt"]);
  const path = Array.isArray(proof) ? proof.map(readHash) : [undefined];
  if (typeof leaf !== "string" || !entry || !isFiling(entry) || typeof exhibit !== "string") return undefined;
  if (typeof index !== "number" || !isObject(metadata) || salt?.length !== SALT_BYTES) return undefined;
  return path.includes(undefined)
    ? undefined
    : { exhibit, leaf, entry, index, salt, metadata, path: path as readonly Uint8Array[] };
}

/**
 * Why a proof does not hold, in a sentence; undefined when it does: the entry is that exhibit's, commits to the
 * description, and is the leaf it claims to be in the signed tree. Without a checkpoint there is none, and the last is left open.
 */
export function proofFault(
  line: ProofLine,
  tree: InclusionChecker | undefined,
  { sha256, hmacSha256 }: Cryptography,
): string | undefined {
  if (parseExhibitNumber(line.exhibit) !== line.entry.number) return "The ledger entry is that of another exhibit.";
  try {
    const leaf = leafHash(sha256, toUtf8(line.leaf));
    tree?.verify(leaf, line.index, line.path);
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error;
    return `The ledger entry is not shown to be in the signed ledger: ${error.message}.`;
  }
  if (commitMetadata(hmacSha256, line.salt, line.metadata) === line.entry.metadata) return undefined;
  return "The description is not the one that the ledger entry commits to.";
}

function isObject(value: CanonicalValue | undefined): value is { readonly [name: string]: CanonicalValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function bytesOf(value: CanonicalValue | undefined): Uint8Array | undefined {
  return typeof value === "string" ? fromBase64(value) : undefined;
}
