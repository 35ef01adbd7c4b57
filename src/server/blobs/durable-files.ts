import { constants } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";

/** A new folder is durable only once every folder that names it on the way down is. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let at = folder; at.length >= first.length; at = path.dirname(at)) await syncFolder(path.dirname(at));
}

/** A rename is durable only once the folder that holds the name is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** For a `catch`: nothing by that name is no failure. */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
