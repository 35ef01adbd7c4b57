import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
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
}

/**
 * Finds the backup that somebody typed: a path, or `sets/TIME.age` of BACKUP_URL. One in a bucket is brought into DATA_DIR for as long as
 * the work takes; its sealed files are read from the bucket.
 */
export async function withBackupFile<T>(typed: string, work: (backup: BackupFile) => Promise<T>): Promise<T> {
  const { backupUrl, dataDir } = loadConfig();
  if (!backupUrl || !typed.startsWith("sets/")) return await work({ file: pathFromCaller(typed), beside: undefined });
  if (backupUrl.kind === "folder") return await work({ file: path.join(backupUrl.path, typed), beside: undefined });
  const { store } = await openBackupPlace(backupUrl);
  const folder = await mkdtemp(path.join(dataDir, "backup-"));
  try {
    return await work({ file: await fetchSet(store, typed, folder), beside: store });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
