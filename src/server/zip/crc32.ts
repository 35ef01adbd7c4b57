import zlib from "node:zlib";
import { plainCrc32 } from "#domain/bundle/crc32.ts";

/** As {@link plainCrc32}, fast where Node brings it: before 20.15 it does not, and an auditor has whatever they have. */
export const crc32: (bytes: Uint8Array, before?: number) => number =
  (zlib as { readonly crc32?: typeof zlib.crc32 }).crc32 ?? plainCrc32;
