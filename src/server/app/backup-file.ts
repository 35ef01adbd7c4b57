import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { keysFileOf } from "../backup/backup.ts";
import { fetchSet } from "../backup/backup-place.ts";
import type { BackupPlace } from "../backup/backup-place.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { openBlobStore } from "../blobs/storage-address.ts";
import type { StorageAddress } from "../blobs/storage-address.ts";
import { loadConfig, pathFromCaller } from "./config.ts";

/** The place of BACKUP_URL. */
export async function openBackupPlace(address: StorageAddress): Promise<BackupPlace> {
  const store = await openBlobStore(address);
  return {
    store,
    name: address.kind === "folder" ? address.path : `s3://${address.bucket}/${address.prefix}`.replace(/\/$/, ""),
  };
}

/** A backup as it is opened: a file, and where the sealed files lie that it shares with others. */
export interface BackupFile {
  readonly file: string;
  readonly beside: BlobStore | undefined;
  /** The backup of keys that was typed. */
  readonly keys: string | undefined;
}

/**
 * Finds the backup that somebody typed, and the backup of keys: a path, or `sets/TIME.age` and `sets/TIME.age.keys` of BACKUP_URL. One in
 * a bucket is brought into DATA_DIR for as long as the work takes; its sealed files are read from the bucket.
 */
export async function withBackupFile<T>(
  typed: string,
  typedKeys: string | undefined,
  work: (backup: BackupFile) => Promise<T>,
): Promise<T> {
  const { backupUrl, dataDir } = loadConfig();
  const isInPlace = (name: string | undefined) => name?.startsWith("sets/") === true;
  const inFolder = (name: string) =>
    backupUrl?.kind === "folder" && isInPlace(name) ? path.join(backupUrl.path, name) : pathFromCaller(name);
  const keys = typedKeys === undefined ? undefined : inFolder(typedKeys);
  if (backupUrl?.kind !== "s3" || !(isInPlace(typed) || isInPlace(typedKeys)))
    return await work({ file: inFolder(typed), beside: undefined, keys });
  const { store } = await openBackupPlace(backupUrl);
  const folder = await mkdtemp(path.join(dataDir, "backup-"));
  try {
    const fetched = isInPlace(typed) ? await fetchSet(store, typed, folder) : pathFromCaller(typed);
    const newest = isInPlace(typedKeys) ? await fetchSet(store, typedKeys!.replace(/\.keys$/, ""), folder) : undefined;
    return await work({
      file: fetched,
      beside: isInPlace(typed) ? store : undefined,
      keys: newest === undefined ? keys : keysFileOf(newest),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
