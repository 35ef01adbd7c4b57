import type { BundleSource } from "#domain/bundle/bundle-source.ts";
import { streamChunks } from "#domain/bundle/stream-chunks.ts";
import type { ReadAt } from "#domain/bundle/stream-chunks.ts";
import { sumsOf, zipSource } from "#domain/bundle/zip-source.ts";
import { inflate } from "./inflate.ts";
import { nobleSums } from "./noble-cryptography.ts";

/** What a person picked: a ZIP, or the files of a folder. `onRead` hears of every byte that was read. */
export type Picked = { readonly zip: File } | { readonly folder: readonly File[] };

/** How many bytes a verification reads at least. */
export function bytesOf(picked: Picked): number {
  return "zip" in picked ? picked.zip.size : picked.folder.reduce((sum, { size }) => sum + size, 0);
}

/** A bundle to verify, read from disk in slices. */
export async function sourceOf(picked: Picked, onRead: (bytes: number) => void): Promise<BundleSource> {
  if ("zip" in picked) {
    return await zipSource(reader(picked.zip, onRead), picked.zip.size, { newSums: nobleSums, inflate });
  }
  const byPath = new Map(picked.folder.map((file) => [pathInFolder(file), file]));
  const read = (file: File) => streamChunks(reader(file, onRead), 0, file.size);
  return {
    damage: [],
    packing: "folder",
    async *files() {
      for (const [path, file] of byPath) {
        const { sum: _, ...found } = await sumsOf(path, read(file), nobleSums);
        yield found;
      }
    },
    read: (path) => read(byPath.get(path)!),
  };
}

function reader(file: Blob, onRead: (bytes: number) => void): ReadAt {
  return async (into, position) => {
    const bytes = new Uint8Array(await file.slice(position, position + into.length).arrayBuffer());
    into.set(bytes);
    onRead(bytes.length);
    return bytes.length;
  };
}

/** The browser puts the chosen folder's own name first. */
function pathInFolder({ name, webkitRelativePath }: File): string {
  return webkitRelativePath.slice(webkitRelativePath.indexOf("/") + 1) || name;
}
