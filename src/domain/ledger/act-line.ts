import { fromBase64, toBase64, toUtf8 } from "./bytes.ts";
import { parseCanonicalJson } from "./canonical-json.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { SALT_BYTES } from "./commitment.ts";
import type { HmacSha256 } from "./commitment.ts";
import { isFiling, parseEntry } from "./entry.ts";
import { ProofRefused, verifyInclusion } from "./merkle-proof.ts";
import { leafHash } from "./tree-hash.ts";
import type { Sha256 } from "./tree-hash.ts";

const NAMES = "details,entry,index,proof,salt";

/** An act of the ledger as it is handed out: its entry, what that commits to, and its way to the signed root. */
export interface ActLine {
  readonly event: string;
  readonly at: Date;
  readonly index: number;
  /** The leaf's data, letter for letter. */
  readonly leaf: string;
  /** The act's text, letter for letter. */
  readonly details: string;
  /** Commitment to that text, base64. */
  readonly commitment: string;
  readonly salt: Uint8Array;
  /** From the leaf to the root. */
  readonly path: readonly Uint8Array[];
}

/** Undefined unless the line is canonical, has every part and nothing more, and its entry is that of an act. */
export function parseActLine(line: string): ActLine | undefined {
  const value = parseCanonicalJson(line);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (Object.keys(value).join() !== NAMES) return undefined;
  const { details, entry: leaf, index, proof, salt: salted } = value as Readonly<Record<string, unknown>>;
  if (typeof details !== "string" || typeof leaf !== "string" || typeof index !== "number") return undefined;
  const [entry, salt] = [parseEntry(leaf), bytesOf(salted)];
  const path = Array.isArray(proof) ? proof.map(bytesOf) : [undefined];
  if (!entry || isFiling(entry) || salt?.length !== SALT_BYTES || !isWhole(path)) return undefined;
  return { event: entry.event, at: new Date(entry.at), index, leaf, details, commitment: entry.details, salt, path };
}

/** Why a line does not prove its act, to follow "Line 1 "; undefined when it does. Without a root its place is left open. */
export function actFault(
  { index, leaf, details, commitment, salt, path }: ActLine,
  checkpoint: Pick<Checkpoint, "size" | "root"> | undefined,
  { sha256, hmacSha256 }: { readonly sha256: Sha256; readonly hmacSha256: HmacSha256 },
): string | undefined {
  try {
    if (checkpoint)
      verifyInclusion(sha256, leafHash(sha256, toUtf8(leaf)), index, checkpoint.size, path, checkpoint.root);
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error;
    return `is not shown to be in the signed ledger: ${error.message}.`;
  }
  return toBase64(hmacSha256(salt, toUtf8(details))) === commitment
    ? undefined
    : "is not what its ledger entry commits to.";
}

function isWhole(path: readonly (Uint8Array | undefined)[]): path is readonly Uint8Array[] {
  return !path.includes(undefined);
}

function bytesOf(value: unknown): Uint8Array | undefined {
  return typeof value === "string" ? fromBase64(value) : undefined;
}
