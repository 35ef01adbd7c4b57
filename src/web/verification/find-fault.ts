import { fromHex, toBase64, toUtf8 } from "#domain/ledger/bytes.ts";
import { canonicalJson, parseCanonicalJson } from "#domain/ledger/canonical-json.ts";
import type { CanonicalValue } from "#domain/ledger/canonical-json.ts";
import { actFault } from "#domain/ledger/act-line.ts";
import { parseChangeLine } from "#domain/ledger/change-line.ts";
import { parseCheckpoint } from "#domain/ledger/checkpoint.ts";
import { standingAfter } from "#domain/ledger/item-change.ts";
import type { ItemStanding } from "#domain/ledger/item-change.ts";
import { ProofRefused, leafHash, verifyInclusion } from "#domain/ledger/merkle.ts";
import { openNote, parseVkey } from "#domain/ledger/signed-note.ts";
import { bytesOf } from "./browser-crypto.ts";
import type { Tools } from "./browser-crypto.ts";
import type { FiledItem, Proof } from "./proof.ts";

/** The steps of a proof, in the order in which they are taken. */
export const proofSteps = ["commitment", "inclusion", "signature"] as const;

/** The first step that does not hold, and why in a sentence. */
export interface Fault {
  readonly step: (typeof proofSteps)[number];
  readonly why: string;
}

/**
 * Whether what is shown is what was filed: the ledger's entry commits to the item, the entry is the leaf it claims to
 * be, and the tree's root is the one that was signed. Undefined when all of it holds. Of an item whose file was erased there is no
 * description left: hash and size are checked, and nothing else that is shown of it.
 */
export function findFault(tools: Tools, item: FiledItem, proof: Proof): Fault | undefined {
  const commitment = commitmentFault(tools, item, proof);
  if (commitment) return { step: "commitment", why: commitment };
  const inclusion = inclusionFault(tools, proof);
  if (inclusion) return { step: "inclusion", why: inclusion };
  const signature = signatureFault(tools, proof);
  return signature ? { step: "signature", why: signature } : undefined;
}

function commitmentFault(tools: Tools, item: FiledItem, proof: Proof): string | undefined {
  const entry = parseCanonicalJson(proof.entry) as Readonly<Record<string, CanonicalValue>> | undefined;
  if (!entry || entry["t"] !== "evidence.filed") return "The ledger entry does not record a filed item.";
  if (entry["id"] !== item.id || entry["size"] !== item.size) return "The ledger entry belongs to another item.";

  const salt = bytesOf(proof.salt);
  const commit = (bytes: Uint8Array) => toBase64(tools.hmacSha256(salt, bytes));
  if (entry["h"] !== commit(fromHex(item.sha256) ?? new Uint8Array())) {
    return "The hash shown differs from the filed one.";
  }
  const { metadata } = proof;
  if (metadata === null) return item.erased ? undefined : "The description is missing.";
  if (entry["c"] !== commit(toUtf8(canonicalJson(metadata as CanonicalValue)))) {
    return "The description was changed after filing.";
  }
  const standing = standingOf(tools, item.id, metadata, proof);
  if (!standing) return "A change of its name or controls is not shown to be in the ledger.";
  const altered = alteredFact(item, { ...metadata, ...standing });
  return altered && `The ${altered} shown differs from the filed one.`;
}

/** The name and the controls that the ledger gives the item now; undefined where it does not hold one of its changes. */
function standingOf(
  tools: Tools,
  id: string,
  metadata: Readonly<Record<string, unknown>>,
  { changes, size, root }: Proof,
): ItemStanding | undefined {
  const lines = changes.map(parseChangeLine);
  const head = { size, root: bytesOf(root) };
  if (!lines.every((line) => line?.change.item === id && actFault(line, head, tools) === undefined)) return undefined;
  const filed = { name: String(metadata["name"]), controls: metadata["controls"] as readonly string[] };
  return standingAfter(
    filed,
    lines.flatMap((line) => line?.change ?? []),
  );
}

/** What a person reads about the item must be what the entry commits to. */
function alteredFact(item: FiledItem, filed: Readonly<Record<string, unknown>>): string | undefined {
  const { name, type, source, fileName, collectedAt, controls } = item;
  const shown = { name, type, source, fileName, collectedAt, controls: controls.toSorted() };
  return Object.entries(shown).find(([fact, value]) => String(filed[fact]) !== String(value))?.[0];
}

function inclusionFault(tools: Tools, proof: Proof): string | undefined {
  const leaf = leafHash(tools.sha256, toUtf8(proof.entry));
  try {
    verifyInclusion(tools.sha256, leaf, proof.index, proof.size, proof.path.map(bytesOf), bytesOf(proof.root));
  } catch (error) {
    if (error instanceof ProofRefused) return `The proof is invalid: ${error.message}.`;
    throw error;
  }
  return undefined;
}

function signatureFault(tools: Tools, proof: Proof): string | undefined {
  const key = parseVkey(tools.sha256, proof.key);
  const text = key && openNote(proof.checkpoint, key, tools.verifyEd25519);
  if (!text) return "The checkpoint has no valid signature.";
  const head = parseCheckpoint(text);
  if (!head || head.origin !== key.name || head.size !== proof.size || toBase64(head.root) !== proof.root) {
    return "The signed checkpoint belongs to another ledger.";
  }
  return undefined;
}
