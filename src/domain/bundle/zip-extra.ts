import { ZipBytes } from "./zip-bytes.ts";

const ZIP64 = 0x0001;

/**
 * Extra fields that change nothing of what a file is: times, owners, Java's mark, and the room that Word leaves to grow into. Any other
 * could give it another name, or make it another file for another reader.
 */
const HARMLESS: ReadonlySet<number> = new Set([0x000a, 0x000d, 0x5455, 0x5855, 0x7855, 0x7875, 0x756e, 0xa220, 0xcafe]);

/** The 8-byte numbers of the ZIP64 field, empty without one; undefined where the fields cannot be read one way only. */
export function readExtra(extra: Uint8Array): readonly number[] | undefined {
  const all = new ZipBytes(extra);
  let zip64: number[] | undefined;
  for (let at = 0; at < extra.length;) {
    const [id, length] = [all.u16(at), all.u16(at + 2)];
    if (id === undefined || length === undefined || at + 4 + length > extra.length) return undefined;
    if (id === ZIP64) {
      if (zip64 || length % 8 !== 0) return undefined;
      const numbers = Array.from({ length: length / 8 }, (_, n) => all.u64(at + 4 + 8 * n));
      if (!numbers.every((number) => number !== undefined)) return undefined;
      zip64 = numbers;
    } else if (!HARMLESS.has(id)) return undefined;
    at += 4 + length;
  }
  return zip64 ?? [];
}
