import { fromBase64, toBase64 } from "./bytes.ts";

/** A tree head. */
export interface Checkpoint {
  /** Names the ledger; also the name of the key that signs it. */
  readonly origin: string;
  /** Number of leaves. */
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

/**
 * A checkpoint's text as C2SP tlog-checkpoint writes it: origin, size and root, a line each and no extension lines.
 * Throws a TypeError for a head that {@link parseCheckpoint} would not read.
 */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  const text = `${origin}\n${size}\n${toBase64(root)}\n`;
  if (!parseCheckpoint(text)) throw new TypeError("This is not a head of a ledger.");
  return text;
}

/** Reads a checkpoint's text; undefined when it is not exactly the three lines. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const match = /^([^\n]+)\n(0|[1-9]\d{0,15})\n([^\n]+)\n$/.exec(text);
  const root = match && fromBase64(match[3]!);
  if (!match || !root || root.length !== 32) return undefined;
  const size = Number(match[2]);
  return Number.isSafeInteger(size) ? { origin: match[1]!, size, root } : undefined;
}
