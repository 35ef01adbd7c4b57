import { createHash } from "node:crypto";
import { open, readdir } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { BundleSource, FoundFile } from "#domain/bundle/bundle-source.ts";
import { crc32 } from "./crc32.ts";
import { streamChunks, withWindow } from "./stream-chunks.ts";
import type { ReadAt } from "./stream-chunks.ts";
import { openZip } from "./zip-reader.ts";

/** A bundle as the ZIP it was issued as: `size` bytes that `readAt` gives. */
export async function zipSource(readAt: ReadAt, size: number): Promise<BundleSource> {
  const { files, damage } = await openZip(withWindow(readAt), size);
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    damage,
    async *files() {
      for (const file of files) {
        const { sum, ...found } = await digest(file.path, file.read());
        if (found.size !== file.size) yield { ...found, damage: "The file is cut short." };
        else if (sum !== file.crc32)
          yield { ...found, damage: "The file was altered: its checksum in the ZIP differs." };
        else yield found;
      }
    },
    read: (path) => byPath.get(path)!.read(),
  };
}

/** A bundle that was unpacked into a folder. Whatever lies in the folder counts as part of it. */
export function folderSource(folder: string): BundleSource {
  return {
    damage: [],
    async *files() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        if (entry.isDirectory()) continue;
        // Node 20 calls it `path` before it is `parentPath`.
        const file = join(entry.parentPath ?? (entry as unknown as { path: string }).path, entry.name);
        const path = relative(folder, file).split(sep).join("/");
        const { sum: _, ...found } = await digest(path, entry.isFile() ? readFile(file) : []);
        // A link could show other bytes to the next reader.
        yield entry.isFile() ? found : { ...found, damage: "This is not a plain file." };
      }
    },
    read: (path) => readFile(join(folder, path)),
  };
}

/** What reads from an open file. */
export function fileReader(handle: FileHandle): ReadAt {
  return async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead;
}

async function* readFile(path: string): AsyncGenerator<Buffer> {
  const handle = await open(path);
  try {
    yield* streamChunks(fileReader(handle), 0, (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}

async function digest(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<FoundFile & { readonly sum: number }> {
  const hash = createHash("sha256");
  let [sum, size] = [0, 0];
  for await (const chunk of chunks) {
    hash.update(chunk);
    sum = crc32(chunk, sum);
    size += chunk.length;
  }
  return { path, size, sha256: hash.digest(), sum };
}
