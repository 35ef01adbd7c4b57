import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { StorageFull, isBlobKey } from "./blob-store.ts";
import { onDisk } from "./storage-faults.ts";
import type { BlobStore, OpenBlob, StoredObject } from "./blob-store.ts";
import { limitConcurrency } from "../limit-concurrency.ts";
import { absent, makeFolder, syncTogether } from "./durable-files.ts";

const RESERVE_BYTES = 256 * 1024 * 1024;
const TEMPORARY = ".partial";
/** Small files of a batch that are written at once. */
const AT_ONCE = 32;

/** Blobs as files of a folder. A file appears under its name only when it is whole and on the disk. */
export function folderBlobStore(root: string): BlobStore {
  const locate = (key: string): string => {
    if (!isBlobKey(key)) throw new Error(`not a blob key: ${key}`);
    return path.join(root, key);
  };
  return {
    put: (key, bytes) => onDisk(() => writeDurably(locate(key), bytes)),
    putAll: (objects) =>
      onDisk(() => writeAllDurably(objects.map(({ key, pieces }) => ({ file: locate(key), pieces })))),
    replace: (key, bytes) => onDisk(() => writeDurably(locate(key), [bytes])),
    open: (key) => onDisk(() => openFile(locate(key))),
    fileOf: locate,
    read: (key) => onDisk(() => readFile(locate(key)).catch(absent)),
    remove: (key) => onDisk(() => rm(locate(key), { force: true })),
    list: (folder) => onDisk(async () => (await readdir(locate(folder)).catch(absent)) ?? []),
    walk: (folder) => walk(root, locate(folder)),
    removeUnfinished: (before) => onDisk(() => removeUnfinished(root, before)),
    assertSpace: () =>
      onDisk(async () => {
        await mkdir(root, { recursive: true, mode: 0o700 });
        const disk = await statfs(root);
        if (disk.bavail * disk.bsize < RESERVE_BYTES) throw new StorageFull("the blob store has no room left");
      }),
    assertReady: async () => {},
  };
}

/** Every file below a folder. One that cannot be listed keeps nobody from the others: its error is thrown behind them. */
async function* walk(root: string, folder: string): AsyncGenerator<StoredObject> {
  const failed: unknown[] = [];
  for await (const name of filesBelow(folder, failed)) {
    if (name.endsWith(TEMPORARY)) continue;
    const found = await onDisk(() => stat(name).catch(absent));
    if (found) yield { key: path.relative(root, name), writtenAt: found.mtime, size: found.size };
  }
  if (failed.length > 0) throw failed[0];
}

/** The same of what is not whole. */
async function removeUnfinished(folder: string, before: Date): Promise<void> {
  const failed: unknown[] = [];
  for await (const name of filesBelow(folder, failed)) {
    if (!name.endsWith(TEMPORARY)) continue;
    const found = await stat(name).catch(absent);
    if (found && found.mtime < before) await rm(name, { force: true });
  }
  if (failed.length > 0) throw failed[0];
}

/** Folder by folder: a list of everything there is would not fit into memory. */
async function* filesBelow(folder: string, failed: unknown[]): AsyncGenerator<string> {
  const entries = await onDisk(() => readdir(folder, { withFileTypes: true }).catch(absent)).catch((error: unknown) => {
    failed.push(error);
  });
  for (const entry of entries ?? []) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(name, failed);
    else yield name;
  }
}

async function writeDurably(file: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
  const folder = path.dirname(file);
  await makeFolder(folder);
  const temporary = path.join(folder, `${randomUUID()}${TEMPORARY}`);
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      for await (const chunk of bytes) await writeAll(handle, chunk);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    await syncTogether(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

interface SmallFile {
  readonly file: string;
  readonly pieces: readonly Uint8Array[];
}

/** As `writeDurably`, for many: their folders are made and synced once. */
async function writeAllDurably(files: readonly SmallFile[]): Promise<void> {
  const folders = new Set(files.map(({ file }) => path.dirname(file)));
  for (const folder of folders) await makeFolder(folder);
  const inTurn = limitConcurrency(AT_ONCE);
  const written = await Promise.allSettled(files.map((small) => inTurn(() => writeSmall(small))));
  const failed = written.find(({ status }) => status === "rejected") as PromiseRejectedResult | undefined;
  if (failed) {
    for (const { file } of files) await rm(file, { force: true });
    throw failed.reason;
  }
  for (const folder of folders) await syncTogether(folder);
}

async function writeSmall({ file, pieces }: SmallFile): Promise<void> {
  const temporary = path.join(path.dirname(file), `${randomUUID()}${TEMPORARY}`);
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await writeAll(handle, pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A write may take less than it was given, without an error: on a full quota, for one. */
async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written);
    written += bytesWritten;
  }
}

async function openFile(file: string): Promise<OpenBlob | undefined> {
  const handle = await open(file, constants.O_RDONLY).catch(absent);
  if (!handle) return undefined;
  const { size } = await handle.stat();
  return {
    size,
    // A sector that cannot be read is noticed here, not where the file is opened.
    readAt: (position, length) => onDisk(() => readPart(handle, position, Math.min(length, size - position))),
    close: () => handle.close(),
  };
}

async function readPart(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.max(0, length));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
