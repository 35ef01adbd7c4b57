import type pg from "pg";
import type { BlobStore } from "../blobs/blob-store.ts";
import { damageOf, mayBeOfOneFile } from "../scrub/damage-of.ts";
import { itemsAfter } from "../scrub/stored-items.ts";
import type { Place } from "../scrub/stored-items.ts";
import type { BackupDeps } from "./backup.ts";
import type { OpenBackup } from "./open-backup.ts";
import { RestoreRefused } from "./restore-refused.ts";

/** What became of the files on record when a backup was held against them. */
export interface PutFiles {
  readonly putBack: number;
  /** Files on record that are missing or damaged, and of which the backup has no whole copy. */
  readonly missing: readonly MissingFile[];
}

export interface MissingFile {
  readonly companyId: string;
  readonly number: number;
  /** What is wrong with the backup's own copy, where there should be one. */
  readonly inBackup: string | undefined;
}

/**
 * Puts files of a backup into places that have none by that name: they are immutable, and without rows they are harmless. What is there
 * already is left as it is, since nobody knows yet which of the two is whole, and what the backup cannot give is passed over:
 * {@link putWhereDamaged} settles both once the rows are there.
 */
export async function putWhereAbsent(
  { blobs, onProgress }: Pick<BackupDeps, "blobs" | "onProgress">,
  backup: OpenBackup,
  paths: readonly string[],
): Promise<void> {
  for (const [at, path] of paths.entries()) {
    onProgress?.("sealed files", at, paths.length);
    const { store, key } = placeOf(blobs, path);
    if (!(await isAbsent(store, key))) continue;
    try {
      await store.put(key, backup.read(path));
    } catch (error) {
      if (!(error instanceof RestoreRefused || mayBeOfOneFile(error))) throw error;
      // Where it is the place and not the file, nothing more is to be done there.
      await store.assertReady();
    }
  }
}

/**
 * Reads every file that the rows speak of; one that is missing or damaged is replaced by the backup's, where that is whole. What neither
 * has whole is answered, but for what owners erased since. `held` are the paths of the backup that may come back.
 */
export async function putWhereDamaged(
  { keys, blobs, onProgress }: Pick<BackupDeps, "keys" | "blobs" | "onProgress">,
  reader: pg.ClientBase,
  backup: OpenBackup,
  held: ReadonlySet<string> = new Set(backup.paths),
  wasErased: (path: string) => boolean = () => false,
): Promise<PutFiles> {
  const missing: MissingFile[] = [];
  let putBack = 0;
  for (let after: Place | undefined, seen = 0; ;) {
    const page = await itemsAfter(reader, keys, after, PAGE);
    for (const item of page) {
      const path = `blobs/${item.geography}/${item.blobKey}`;
      onProgress?.("sealed files checked", (seen += 1), held.size);
      after = { company: item.companyId, number: item.number };
      const store = blobs[item.geography];
      if (wasErased(path) || (await damageOf(store, item)) === undefined) continue;
      const inBackup = held.has(path) ? await backup.damageOf(path, item) : undefined;
      const comes = held.has(path) && inBackup === undefined;
      if (comes) await store.put(item.blobKey, backup.read(path));
      if (comes && (await damageOf(store, item)) === undefined) putBack += 1;
      else missing.push({ companyId: item.companyId, number: item.number, inBackup });
    }
    if (page.length < PAGE) return { putBack, missing };
  }
}

const PAGE = 500;

async function isAbsent(store: BlobStore, key: string): Promise<boolean> {
  try {
    const blob = await store.open(key);
    await blob?.close();
    return blob === undefined;
  } catch (error) {
    if (mayBeOfOneFile(error)) return false;
    throw error;
  }
}

function placeOf(blobs: BackupDeps["blobs"], path: string): { readonly store: BlobStore; readonly key: string } {
  const [, geography, ...key] = path.split("/");
  return { store: blobs[geography as "us" | "eu"], key: key.join("/") };
}
