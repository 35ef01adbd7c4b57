import { fromHex, toBase64, toUtf8 } from "#domain/ledger/bytes.ts";
import { canonicalJson, parseCanonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { parseCheckpoint } from "#domain/ledger/checkpoint.ts";
import { ProofRefused, leafHash, verifyInclusion } from "#domain/ledger/merkle.ts";
import { openNote, parseVkey } from "#domain/ledger/signed-note.ts";
import { bytesOf, withWebCrypto } from "./browser-crypto.ts";
import type { Tools } from "./browser-crypto.ts";
import type { EvidenceItem, Proof } from "./evidence.ts";

export type Verdict =
  | { readonly holds: true }
  /** `broken`: it was checked and does not fit. Otherwise this browser cannot check it, which says nothing of the item. */
  | { readonly holds: false; readonly broken: boolean; readonly why: string };

/**
 * Checks in this browser that what is shown is what was filed: the ledger's entry commits to the item, the entry is
 * the leaf it claims to be, and the tree's root is the one that was signed.
 */
export async function verifyProof(item: EvidenceItem, proof: Proof): Promise<Verdict> {
  if (!globalThis.crypto?.subtle) {
    return { holds: false, broken: false, why: "A browser checks proofs only on pages served over HTTPS." };
  }
  try {
    const fault = await withWebCrypto((tools) => faultOf(tools, item, proof));
    return fault === undefined ? { holds: true } : { holds: false, broken: true, why: fault };
  } catch (error) {
    if (error instanceof ProofRefused)
      return { holds: false, broken: true, why: `The path is refused: ${error.message}.` };
    return { holds: false, broken: false, why: "This browser cannot check Ed25519 signatures." };
  }
}

function faultOf(tools: Tools, item: EvidenceItem, proof: Proof): string | undefined {
  const entry = parseCanonicalJson(proof.entry) as Readonly<Record<string, CanonicalValue>> | undefined;
  if (!entry || entry["t"] !== "evidence.filed") return "The ledger's entry is not the filing of an item.";
  if (entry["id"] !== item.id || entry["size"] !== item.size) return "The ledger's entry belongs to another item.";

  const salt = bytesOf(proof.salt);
  const commit = (bytes: Uint8Array) => toBase64(tools.hmacSha256(salt, bytes));
  if (entry["h"] !== commit(fromHex(item.sha256) ?? new Uint8Array())) {
    return "The hash shown is not the one that was filed.";
  }
  if (entry["c"] !== commit(toUtf8(canonicalJson(proof.metadata as CanonicalValue)))) {
    return "The description was changed after filing.";
  }
  const altered = alteredFact(item, proof.metadata);
  if (altered) return `The ${altered} shown is not the one that was filed.`;

  const leaf = leafHash(tools.sha256, toUtf8(proof.entry));
  const root = bytesOf(proof.root);
  verifyInclusion(tools.sha256, leaf, proof.index, proof.size, proof.path.map(bytesOf), root);

  const key = parseVkey(tools.sha256, proof.key);
  const text = key && openNote(proof.checkpoint, key, tools.verifyEd25519);
  if (!text) return "The checkpoint does not carry a valid signature.";
  const head = parseCheckpoint(text);
  if (!head || head.origin !== key.name || head.size !== proof.size || toBase64(head.root) !== proof.root) {
    return "The signed checkpoint is of another tree.";
  }
  return undefined;
}

/** What a person reads about the item must be what the entry commits to. */
function alteredFact(item: EvidenceItem, filed: Readonly<Record<string, unknown>>): string | undefined {
  const { name, type, source, fileName, collectedAt, controls } = item;
  const shown = { name, type, source, fileName, collectedAt, controls: controls.toSorted() };
  return Object.entries(shown).find(([fact, value]) => String(filed[fact]) !== String(value))?.[0];
}

/** On which side of the path each sibling stands, from the leaf up (RFC 9162, section 2.1.3.2). */
export function sidesOf(index: number, size: number, steps: number): ("left" | "right")[] {
  let position = index;
  let last = size - 1;
  return Array.from({ length: steps }, () => {
    const left = position % 2 === 1 || position === last;
    while (left && position % 2 === 0 && position !== 0) {
      position = Math.floor(position / 2);
      last = Math.floor(last / 2);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
    return left ? "left" : "right";
  });
}
