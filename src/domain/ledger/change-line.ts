import { fromBase64, toBase64, toUtf8 } from "./bytes.ts";
import { parseCanonicalJson } from "./canonical-json.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { SALT_BYTES } from "./commitment.ts";
import type { HmacSha256 } from "./commitment.ts";
import { isFiling, parseEntry } from "./entry.ts";
import { parseItemChange } from "./item-change.ts";
import type { ItemChange } from "./item-change.ts";
import { ProofRefused, verifyInclusion } from "./merkle-proof.ts";
import { leafHash } from "./tree-hash.ts";
import type { Sha256 } from "./tree-hash.ts";

const NAMES = "details,entry,index,proof,salt";

/** A change of an item as it is handed out: its entry, what it commits to, and its way to the signed root. */
export interface ChangeLine {
  readonly change: ItemChange;
  readonly index: number;
  readonly leaf: string;
  readonly details: string;
  readonly commitment: string;
  readonly salt: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** Undefined unless the line is canonical, has every part and nothing more, and its entry changes an item. */
export function parseChangeLine(line: string): ChangeLine | undefined {
  const value = parseCanonicalJson(line);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (Object.keys(value).join() !== NAMES) return undefined;
  const { details, entry: leaf, index, proof, salt: salted } = value as Readonly<Record<string, unknown>>;
  if (typeof details !== "string" || typeof leaf !== "string" || typeof index !== "number") return undefined;
  const [entry, salt] = [parseEntry(leaf), bytesOf(salted)];
  const path = Array.isArray(proof) ? proof.map(bytesOf) : [undefined];
  if (!entry || isFiling(entry) || salt?.length !== SALT_BYTES || path.includes(undefined)) return undefined;
  const change = parseItemChange(entry.event, details);
  return (
    change && { change, index, leaf, details, commitment: entry.details, salt, path: path as readonly Uint8Array[] }
  );
}

/** Why a line does not prove its change, to follow "Line 1 "; undefined when it does. Without a root its place is left open. */
export function changeFault(
  { index, leaf, details, commitment, salt, path }: ChangeLine,
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

function bytesOf(value: unknown): Uint8Array | undefined {
  return typeof value === "string" ? fromBase64(value) : undefined;
}
