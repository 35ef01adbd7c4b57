import { randomUUID } from "node:crypto";
import { link, open, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { absent, makeFolder, syncFolder } from "../blobs/durable-files.ts";
import { folderBlobStore } from "../blobs/folder-blob-store.ts";
import { MARKER, markerOf, readMarker } from "../blobs/store-identity.ts";
import { isLedgerName, sizeName, sizeOfName } from "./anchor-store.ts";
import type { AnchorStore } from "./anchor-store.ts";

/**
 * Anchors as files, in folders of a ledger, of each million of its sizes and of each thousand: what is newer than a size is found
 * without listing what is older, however many signatures there were. `beside`: folders of evidence and database.
 */
export function folderAnchors(root: string, beside: readonly string[] = []): AnchorStore {
  const folderOf = (ledger: string) => {
    if (!isLedgerName(ledger)) throw new Error(`not the name of a ledger: ${ledger}`);
    return path.join(root, ledger);
  };
  const fileOf = (ledger: string, size: number) => {
    const name = sizeName(size);
    return path.join(folderOf(ledger), name.slice(0, MILLIONS), name.slice(MILLIONS, THOUSANDS), name);
  };
  return {
    create: (ledger, size, bytes) => createDurably(fileOf(ledger, size), bytes),
    read: (ledger, size) => readFile(fileOf(ledger, size)).catch(absent),
    sizes: async (ledger, after = -1) => {
      const [from, found] = [sizeName(after + 1), [] as number[]];
      for (const million of await foldersFrom(folderOf(ledger), from.slice(0, MILLIONS))) {
        const folder = path.join(folderOf(ledger), million);
        for (const thousand of await foldersFrom(folder, from.slice(0, THOUSANDS), million))
          for (const name of await namesIn(path.join(folder, thousand))) found.push(sizeOfName(name) ?? -1);
      }
      return found.filter((size) => size > after).sort((a, b) => a - b);
    },
    ledgers: async () => (await namesIn(root)).filter(isLedgerName),
    forget: (ledger) => rm(folderOf(ledger), { recursive: true, force: true }),
    marker: () => readMarker(folderBlobStore(root)),
    mark: (id) => folderBlobStore(root).replace(MARKER, markerOf(id)),
    protection: async () => ({
      kind: "folder",
      isApart: await isOnAnotherDisk(root, beside),
      objectLock: null,
      refusesOverwrite: true,
    }),
  };
}

/** So many digits of a name say which million and which thousand it is of. */
const [MILLIONS, THOUSANDS] = [10, 13];

const namesIn = async (folder: string) => (await readdir(folder).catch(absent)) ?? [];

/** The folders in one whose names, behind `prefix`, are not before `from`. */
async function foldersFrom(folder: string, from: string, prefix = ""): Promise<string[]> {
  const digits = from.length - prefix.length;
  return (await namesIn(folder)).filter(
    (name) => name.length === digits && /^\d+$/.test(name) && `${prefix}${name}` >= from,
  );
}

/** A link fails where the name is taken, and the file appears under it only when it is whole and on the disk. */
async function createDurably(file: string, bytes: Uint8Array): Promise<boolean> {
  const folder = path.dirname(file);
  await makeFolder(folder);
  const temporary = path.join(folder, `${randomUUID()}.partial`);
  try {
    const handle = await open(temporary, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const created = await link(temporary, file).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST") return false;
        throw error;
      },
    );
    // Also where another process was first: what it wrote is relied on from here.
    await syncFolder(folder);
    return created;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function isOnAnotherDisk(root: string, beside: readonly string[]): Promise<boolean> {
  const own = await diskOf(root);
  const others = await Promise.all(beside.map(diskOf));
  return own !== undefined && !others.includes(own);
}

/** The device of a folder, or of the nearest one above it that there is. */
async function diskOf(folder: string): Promise<number | undefined> {
  const found = await stat(folder).catch(() => undefined);
  const above = path.dirname(folder);
  return found?.dev ?? (above === folder ? undefined : await diskOf(above));
}
