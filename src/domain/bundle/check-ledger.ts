import { equalBytes, fromBase64 } from "../ledger/bytes.ts";
import { parseCanonicalJson } from "../ledger/canonical-json.ts";
import { parseCheckpoint } from "../ledger/checkpoint.ts";
import type { Checkpoint } from "../ledger/checkpoint.ts";
import { ProofRefused, verifyConsistency } from "../ledger/merkle-proof.ts";
import { openNote, parseVkey } from "../ledger/signed-note.ts";
import type { NoteKey } from "../ledger/signed-note.ts";
import type { Findings } from "./bundle-report.ts";
import type { BundleContent, Cryptography } from "./bundle-source.ts";

const KEY = "ledger/key.vkey";
const CHECKPOINT = "ledger/checkpoint";
const CONSISTENCY = "ledger/consistency.jsonl";
const LIMIT = 1e6;

/** The key to check with: the one that was given, which the bundle's own must equal; or the bundle's own. */
export async function readKey(
  content: BundleContent,
  crypto: Cryptography,
  given: string | undefined,
  findings: Findings,
): Promise<NoteKey | undefined> {
  const text = await content.text(KEY, LIMIT);
  const own = text?.endsWith("\n") ? parseVkey(crypto.sha256, text.slice(0, -1)) : undefined;
  if (text !== undefined && !own) findings.add(KEY, "The file was altered: this is not a verification key.");
  if (given === undefined) return own;
  if (own && text !== `${given}\n`) findings.add(KEY, "This is not the key that was given to check with.");
  return parseVkey(crypto.sha256, given);
}

/** The ledger's head, if the key signed it. */
export async function readCheckpoint(
  content: BundleContent,
  crypto: Cryptography,
  key: NoteKey,
  findings: Findings,
): Promise<Checkpoint | undefined> {
  const note = await content.text(CHECKPOINT, LIMIT);
  if (note === undefined) return undefined;
  const checkpoint = openCheckpoint(note, crypto, key);
  if (!checkpoint) findings.add(CHECKPOINT, "The checkpoint carries no valid signature of the ledger's key.");
  return checkpoint;
}

function openCheckpoint(note: string, crypto: Cryptography, key: NoteKey): Checkpoint | undefined {
  const text = openNote(note, key, crypto.verifyEd25519);
  const checkpoint = text === undefined ? undefined : parseCheckpoint(text);
  return checkpoint?.origin === key.name ? checkpoint : undefined;
}

/**
 * How the ledger stands to an earlier checkpoint that the auditor has kept, in a sentence. What contradicts it goes to
 * `findings`; what the bundle cannot answer is said, and is no fault of the bundle.
 */
export async function checkEarlier(
  content: BundleContent,
  crypto: Cryptography,
  key: NoteKey,
  checkpoint: Checkpoint,
  since: string,
  findings: Findings,
): Promise<string> {
  const earlier = openCheckpoint(since, crypto, key);
  if (!earlier) {
    findings.add("--since", "The earlier checkpoint carries no valid signature of this ledger's key.");
    return "The earlier checkpoint could not be compared.";
  }
  const sizes = `${earlier.size} entries then, ${checkpoint.size} in this bundle`;
  if (earlier.size > checkpoint.size) {
    findings.add(CHECKPOINT, `The ledger is shorter than the earlier checkpoint says: ${sizes}.`);
    return "The ledger does not continue the earlier checkpoint.";
  }
  if (earlier.size === checkpoint.size && !equalBytes(earlier.root, checkpoint.root)) {
    findings.add(CHECKPOINT, "The ledger was rewritten: the earlier checkpoint has the same size and another root.");
    return "The ledger does not continue the earlier checkpoint.";
  }
  if (earlier.size === checkpoint.size) return "The ledger is the one of the earlier checkpoint.";
  const proof = content.found.has(CONSISTENCY) ? await readConsistency(content, earlier.size, findings) : undefined;
  if (!proof)
    return `Whether the ledger continues the earlier checkpoint is not checkable from this bundle (${sizes}).`;
  try {
    verifyConsistency(crypto.sha256, earlier.size, checkpoint.size, earlier.root, checkpoint.root, proof);
    return `The ledger continues the earlier checkpoint: ${sizes}.`;
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error;
    findings.add(CONSISTENCY, `It does not show that the ledger continues the earlier checkpoint: ${error.message}.`);
    return "The ledger is not shown to continue the earlier checkpoint.";
  }
}

/** The consistency proof from this size; undefined when there is none, or a line cannot be read. */
async function readConsistency(
  content: BundleContent,
  size: number,
  findings: Findings,
): Promise<readonly Uint8Array[] | undefined> {
  let found: readonly Uint8Array[] | undefined;
  for await (const line of content.lines(CONSISTENCY)) {
    const value = line === undefined ? undefined : parseCanonicalJson(line);
    const { from, proof } = (value ?? {}) as { readonly from?: unknown; readonly proof?: unknown };
    const hashes = Array.isArray(proof)
      ? proof.map((hash) => (typeof hash === "string" ? fromBase64(hash) : undefined))
      : [undefined];
    if (!Number.isSafeInteger(from) || hashes.includes(undefined)) {
      findings.add(CONSISTENCY, "A consistency proof cannot be read.");
      return undefined;
    }
    if (from === size) found = hashes as Uint8Array[];
  }
  return found;
}
