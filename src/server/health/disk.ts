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

/** The room of each of these folders that is there. */
export async function roomOfEach(folders: readonly string[]) {
  const rooms = await Promise.all(
    [...new Set(folders)].map(async (folder) => {
      const room = await roomAt(folder);
      return room ? [{ ...room, folder }] : [];
    }),
  );
  return rooms.flat();
}

/** The folders among places for files. */
export const foldersOf = (stores: readonly Pick<BlobStore, "fileOf">[]): string[] =>
  stores.flatMap(({ fileOf }) => (fileOf ? [path.dirname(fileOf("v1"))] : []));
