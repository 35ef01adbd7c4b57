import { createHash } from "node:crypto";
import { open, readdir } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { BundleSource } from "#domain/bundle/bundle-source.ts";
import { streamChunks } from "#domain/bundle/stream-chunks.ts";
import type { ReadAt } from "#domain/bundle/stream-chunks.ts";
import { sumsOf } from "#domain/bundle/zip-source.ts";
import type { FileSums, ZipTools } from "#domain/bundle/zip-source.ts";
import { crc32 } from "./crc32.ts";
import { inflate } from "./inflate.ts";

/** The sums of one file by Node's own cryptography. */
export function nodeSums(): FileSums {
  const hash = createHash("sha256");
  let sum = 0;
  return {
    update: (chunk) => {
      hash.update(chunk);
      sum = crc32(chunk, sum);
    },
    sha256: () => hash.digest(),
    crc32: () => sum,
  };
}

/** What Node brings for reading a ZIP. */
export const nodeZip: ZipTools = { newSums: nodeSums, inflate };

/** A bundle that was unpacked into a folder. Whatever lies in the folder counts as part of it. */
export function folderSource(folder: string): BundleSource {
  return {
    damage: [],
    packing: "folder",
    async *files() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        if (entry.isDirectory()) continue;
        // Node 20 calls it `path` before it is `parentPath`.
        const file = join(entry.parentPath ?? (entry as unknown as { path: string }).path, entry.name);
        const path = relative(folder, file).split(sep).join("/");
        const { sum: _, ...found } = await sumsOf(path, entry.isFile() ? readFile(file) : [], nodeSums);
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

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path);
  try {
    yield* streamChunks(fileReader(handle), 0, (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}
