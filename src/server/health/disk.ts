import { statfs } from "node:fs/promises";
import path from "node:path";
import type { BlobStore } from "../blobs/blob-store.ts";

/** Room on the file system that holds a folder, in bytes; null where it cannot be asked. */
export async function roomAt(folder: string | undefined): Promise<{ freeBytes: number; totalBytes: number } | null> {
  if (folder === undefined) return null;
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** The folder among those that files lie in, whose file system has least room by its size; null where none of them is a folder. */
export async function fullestOf(stores: readonly Pick<BlobStore, "fileOf">[]) {
  const folders = stores.flatMap(({ fileOf }) => (fileOf ? [path.dirname(fileOf("v1"))] : []));
  const rooms = await Promise.all(
    [...new Set(folders)].map(async (folder) => {
      const room = await roomAt(folder);
      return room ? [{ ...room, folder }] : [];
    }),
  );
  return rooms.flat().toSorted((a, b) => a.freeBytes / a.totalBytes - b.freeBytes / b.totalBytes)[0] ?? null;
}
