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

/**
 * Lets whoever wants the same thing done at once share it: what has begun before they asked is not relied on, so they share the next
 * one. Answers like `work` of the same key.
 */
export function together(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const lines = new Map<string, { running: Promise<void>; next?: Promise<void> }>();
  const begin = async (key: string): Promise<void> => {
    const line: { running: Promise<void>; next?: Promise<void> } = { running: work(key) };
    lines.set(key, line);
    try {
      await line.running;
    } finally {
      if (line.next === undefined) lines.delete(key);
    }
  };
  return (key) => {
    const line = lines.get(key);
    if (!line) return begin(key);
    line.next ??= line.running.catch(() => {}).then(() => begin(key));
    return line.next;
  };
}

/** As `syncFolder`, together with all who file into the same folder. */
export const syncTogether = together(syncFolder);

/** For a `catch`: nothing by that name is no failure. */
export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw error;
}
