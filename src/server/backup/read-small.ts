import type { ZipFile } from "#domain/bundle/zip-reader.ts";
import { crc32 } from "../zip/crc32.ts";
import { RestoreRefused } from "./restore-refused.ts";

/**
 * A file of a backup, whole and in memory: for what is read before anything shows who wrote it. Throws {@link RestoreRefused}
 * where it is not there, has more than `largest` bytes, whatever the archive says of its size, or differs from its checksum.
 */
export async function readSmall(entries: readonly ZipFile[], path: string, largest: number): Promise<Buffer> {
  const entry = entries.find((entry) => entry.path === path);
  if (!entry) throw new RestoreRefused(`The file is not a backup of Exhibit: it has no ${path}.`);
  const tooLarge = new RestoreRefused(
    `The file is not a backup of Exhibit: its ${path} is larger than ${largest} bytes.`,
  );
  if (entry.size > largest) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of entry.read()) {
    size += chunk.length;
    if (size > largest) throw tooLarge;
    chunks.push(Buffer.from(chunk));
  }
  const bytes = Buffer.concat(chunks);
  if (crc32(bytes) !== entry.crc32)
    throw new RestoreRefused(`The backup is damaged: ${path} differs from its checksum.`);
  return bytes;
}
