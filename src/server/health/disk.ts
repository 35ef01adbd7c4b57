import { statfs } from "node:fs/promises";

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
