import { createHash } from "node:crypto";

type Write = (chunk: Uint8Array) => Promise<void>;

/** So much is handed on at once: a reader is not woken for each header of a small file. */
const HANDED_ON = 1 << 18;

/** Gathers, hashes and counts what is written; `flush` and `end` hand on what is held. */
export function gathered(write: Write) {
  const hash = createHash("sha256");
  let bytes = 0;
  let held = Buffer.allocUnsafe(HANDED_ON);
  let filled = 0;
  const handOn = async (chunk: Uint8Array) => {
    const writing = write(chunk);
    hash.update(chunk);
    await writing;
  };
  const flush = async () => {
    if (filled === 0) return;
    const full = held.subarray(0, filled);
    held = Buffer.allocUnsafe(HANDED_ON);
    filled = 0;
    await handOn(full);
  };
  return {
    flush,
    write: (chunk: Uint8Array): Promise<void> | void => {
      bytes += chunk.length;
      if (filled + chunk.length <= HANDED_ON) {
        held.set(chunk, filled);
        filled += chunk.length;
        return;
      }
      return flush().then(() => {
        if (chunk.length > HANDED_ON) return handOn(chunk);
        held.set(chunk, 0);
        filled = chunk.length;
      });
    },
    end: async () => {
      await flush();
      return { sha256: hash.digest(), bytes };
    },
  };
}
