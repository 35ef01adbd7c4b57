import { actFault, parseActLine } from "../ledger/act-line.ts";
import type { ActLine } from "../ledger/act-line.ts";
import { toBase64 } from "../ledger/bytes.ts";
import { parseCheckpoint } from "../ledger/checkpoint.ts";
import type { Checkpoint } from "../ledger/checkpoint.ts";
import { LOSS_ACCEPTED, parseDeclaredLoss } from "../ledger/declared-loss.ts";
import type { DeclaredLoss } from "../ledger/declared-loss.ts";
import { keyId, openNote } from "../ledger/signed-note.ts";
import type { Cryptography } from "./bundle-source.ts";

/** One line of ledger/losses.jsonl: the act that declares a loss, `at` when it was accepted. */
export interface LossLine extends ActLine {
  readonly loss: DeclaredLoss;
}

/** Undefined unless the line is that of an act, and the act declares a loss. */
export function parseLossLine(line: string): LossLine | undefined {
  const act = parseActLine(line);
  const loss = act?.event === LOSS_ACCEPTED ? parseDeclaredLoss(act.details) : undefined;
  return act && loss && { ...act, loss };
}

/**
 * Why a line does not prove its loss, to follow "Line 1 "; undefined when it does: its entry is in the signed ledger and
 * commits to the declaration, and what it names as the last checkpoint was signed by the same key under the old name.
 */
export function lossFault(
  line: LossLine,
  checkpoint: Checkpoint,
  publicKey: Uint8Array,
  cryptography: Cryptography,
): string | undefined {
  const fault = actFault(line, checkpoint, cryptography);
  const { oldOrigin, last } = line.loss;
  if (fault !== undefined || !last) return fault;
  const { sha256, verifyEd25519 } = cryptography;
  const key = { name: oldOrigin, id: keyId(sha256, oldOrigin, publicKey), publicKey };
  const text = openNote(last.note, key, verifyEd25519);
  const head = text === undefined ? undefined : parseCheckpoint(text);
  if (head?.origin !== oldOrigin)
    return `names a checkpoint of ${oldOrigin} without a valid signature of the ledger's key.`;
  if (head.size === last.size && toBase64(head.root) === last.root) return undefined;
  return `says another size or root than the checkpoint of ${oldOrigin} that it names.`;
}
