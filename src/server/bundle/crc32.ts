import zlib from "node:zlib";

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

/** ZIP's checksum, of `bytes` after what gave `before`. */
export function slowCrc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (const byte of bytes) sum = table[(sum ^ byte) & 255]! ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** As {@link slowCrc32}, fast where Node brings it: before 20.15 it does not, and an auditor has whatever they have. */
export const crc32: (bytes: Uint8Array, before?: number) => number =
  (zlib as { readonly crc32?: typeof zlib.crc32 }).crc32 ?? slowCrc32;
