import type { BundleSource, FoundFile } from "./bundle-source.ts";
import { withWindow } from "./stream-chunks.ts";
import type { ReadAt } from "./stream-chunks.ts";
import { openZip } from "./zip-reader.ts";

/** A file's SHA-256 and ZIP checksum, fed chunk by chunk. */
export interface FileSums {
  update(chunk: Uint8Array): void;
  /** 32 bytes; the end of the feeding. */
  sha256(): Uint8Array;
  crc32(): number;
}

/** Begins the sums of one file. */
export type NewSums = () => FileSums;

/** A bundle as the ZIP it was issued as: `size` bytes that `readAt` gives. */
export async function zipSource(readAt: ReadAt, size: number, newSums: NewSums): Promise<BundleSource> {
  const { files, damage } = await openZip(withWindow(readAt), size);
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    damage,
    async *files() {
      for (const file of files) {
        const { sum, ...found } = await sumsOf(file.path, file.read(), newSums);
        if (found.size !== file.size) yield { ...found, damage: "The file is cut short." };
        else if (sum !== file.crc32)
          yield { ...found, damage: "The file was altered: its checksum in the ZIP differs." };
        else yield found;
      }
    },
    read: (path) => byPath.get(path)!.read(),
  };
}

/** What a file is found to be once all of its chunks have gone by. */
export async function sumsOf(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  newSums: NewSums,
): Promise<FoundFile & { readonly sum: number }> {
  const sums = newSums();
  let size = 0;
  for await (const chunk of chunks) {
    sums.update(chunk);
    size += chunk.length;
  }
  return { path, size, sha256: sums.sha256(), sum: sums.crc32() };
}
