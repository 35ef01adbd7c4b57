import { writeFile } from "node:fs/promises";
import path from "node:path";
import { folderBlobStore } from "#server/blobs/folder-blob-store.ts";
import type { BackupDeps } from "#server/backup/backup.ts";
import { makeBackupKey, parseBackupKey, parseIdentity } from "#server/backup/backup-key.ts";
import type { BackupKey } from "#server/backup/backup-key.ts";
import type { BackupOpener } from "#server/backup/open-backup.ts";
import { folderAnchors } from "#server/ledger/folder-anchors.ts";
import { testSecrets } from "./cluster.ts";
import type { FreshDatabase } from "./fresh-database.ts";

/** Both halves of a backup key: the installation's, and the file of those who restore. */
export interface BackupPair {
  readonly key: BackupKey;
  /** A file's path. */
  readonly identity: string;
  readonly by: BackupOpener;
}

/** Makes a pair, and writes what people hold into the folder. */
export async function backupPair(folder: string, name = "identity.txt"): Promise<BackupPair> {
  const made = await makeBackupKey({ at: new Date(), installation: "https://exhibit.test" });
  const identity = path.join(folder, name);
  await writeFile(identity, made.identity);
  const { identities, signedBy } = parseIdentity(made.identity);
  return { key: parseBackupKey(made.kept)!, identity, by: { opener: { identities }, signedBy } };
}

/** An instance that is backed up or restored, its files below a folder. */
export function instanceOf(database: Pick<FreshDatabase, "adminUrl" | "keys">, folder: string): BackupDeps {
  return {
    adminUrl: database.adminUrl,
    keys: database.keys,
    secrets: testSecrets,
    blobs: { us: folderBlobStore(path.join(folder, "us")), eu: folderBlobStore(path.join(folder, "eu")) },
    anchors: folderAnchors(path.join(folder, "anchors")),
    now: () => new Date(),
  };
}
