import { equalBytes, fromBase64 } from "../ledger/bytes.ts";
import { parseCanonicalJson } from "../ledger/canonical-json.ts";
import { parseCheckpoint } from "../ledger/checkpoint.ts";
import type { Checkpoint } from "../ledger/checkpoint.ts";
import { ProofRefused, verifyConsistency } from "../ledger/merkle-proof.ts";
import { partsOfOrigin } from "../ledger/origin.ts";
import { openNote } from "../ledger/signed-note.ts";
import type { NoteKey } from "../ledger/signed-note.ts";
import type { Continuation, Findings } from "./bundle-report.ts";
import type { BundleContent, Cryptography } from "./bundle-source.ts";
import { checkLeaves, hasLeaves } from "./check-leaves.ts";

const CHECKPOINT = "ledger/checkpoint";
const CONSISTENCY = "ledger/consistency.jsonl";
const LIMIT = 1e6;

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

/** A note as it was signed: mail programs and editors write line ends of their own. */
function asSigned(note: string): string {
  const text = note.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  return `${text.slice(0, end)}\n`;
}

const CONTINUES_NOT = "NOT SHOWN to continue the earlier checkpoint:";

/**
 * The leaves that the bundle holds against the signed root, and whether the ledger continues the earlier checkpoint that an
 * auditor has kept. What contradicts it goes to `findings`; what the bundle cannot show is not shown.
 */
export async function checkContinuation(
  content: BundleContent,
  crypto: Cryptography,
  key: NoteKey,
  checkpoint: Checkpoint,
  since: string | undefined,
  findings: Findings,
): Promise<Continuation | undefined> {
  const earlier = since === undefined ? undefined : openCheckpoint(asSigned(since), crypto, key);
  const isWithin = earlier !== undefined && earlier.size <= checkpoint.size;
  const then = await checkLeaves(content, crypto, checkpoint, isWithin ? earlier.size : checkpoint.size, findings);
  if (since === undefined) return undefined;
  if (!earlier) return notShown(unsignedReason(asSigned(since), key.name));
  const sizes = `${earlier.size} entries then, ${checkpoint.size} in this bundle`;
  const contradiction = (sentence: string) => {
    findings.add(CHECKPOINT, sentence);
    return notShown(sentence);
  };
  if (!isWithin) return contradiction(`The ledger is shorter than the earlier checkpoint says: ${sizes}.`);
  if (earlier.size === checkpoint.size)
    return equalBytes(earlier.root, checkpoint.root)
      ? { isShown: true, sentence: "The ledger is the one of the earlier checkpoint." }
      : contradiction("The ledger was rewritten: the earlier checkpoint has the same size and another root.");
  const shown = { isShown: true, sentence: `The ledger continues the earlier checkpoint: ${sizes}.` };
  if (then)
    return equalBytes(then, earlier.root)
      ? shown
      : contradiction(`The ledger was rewritten: it had another root at the earlier checkpoint's size, ${sizes}.`);
  if (hasLeaves(content)) return notShown("the leaves are not those that were signed.");
  const proof = content.found.has(CONSISTENCY) ? await readConsistency(content, earlier.size, findings) : undefined;
  if (!proof) return notShown(`this bundle holds no leaves of the ledger and no proof from there (${sizes}).`);
  try {
    verifyConsistency(crypto.sha256, earlier.size, checkpoint.size, earlier.root, checkpoint.root, proof);
    return shown;
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error;
    return notShown(`the bundle's proof from there does not hold, ${error.message}.`);
  }
}

function notShown(reason: string): Continuation {
  return { isShown: false, sentence: `${CONTINUES_NOT} ${reason}` };
}

/** Why what was brought along is no checkpoint of this ledger; its own words are a stranger's and prove nothing. */
function unsignedReason(note: string, name: string): string {
  const checkpoint = parseCheckpoint(note.split("\n\n")[0]! + "\n");
  if (!checkpoint) return "what you gave is not a checkpoint.";
  if (checkpoint.origin === name) return "what you gave carries no valid signature of this ledger's key.";
  return partsOfOrigin(checkpoint.origin).ledger === partsOfOrigin(name).ledger
    ? `it is of ${checkpoint.origin}, and this bundle of ${name}, a ledger that began when the other was lost.`
    : `it is of another ledger, ${checkpoint.origin}; this bundle is of ${name}.`;
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
