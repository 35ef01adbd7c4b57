import type pg from "pg";
import type { BlobStore } from "../blobs/blob-store.ts";
import { openSealed } from "../blobs/sealed-stream.ts";
import { artifactBinding, openCompanyKey } from "../blobs/company-keys.ts";
import { unseal } from "../keys/keys.ts";
import type { Keys } from "../keys/keys.ts";
import { migrate } from "../db/migrate.ts";
import { keysFileOf } from "./backup.ts";
import type { BackupDeps } from "./backup.ts";
import { checkBeside } from "./check-beside.ts";
import { checkLedgers } from "./check-ledgers.ts";
import { keysForRestore } from "./keys-for-restore.ts";
import { replaceRows } from "./load-rows.ts";
import { openBackup } from "./open-backup.ts";
import { checkKeys, openKeys } from "./open-keys.ts";
import type { BackupOpener, OpenBackup } from "./open-backup.ts";
import { withSource } from "./restore.ts";
import { RestoreRefused } from "./restore-refused.ts";
import { withScratchDatabase } from "./scratch-database.ts";
import { openVaultKeys, takeOverValues } from "./vault-keys.ts";

/** What a test of a backup went through. */
export interface BackupTest {
  readonly createdAt: string;
  readonly tables: number;
  readonly rows: number;
  readonly blobs: number;
  /** Sealed files that were opened whole. */
  readonly opened: number;
  /** Sealed files beside the backup whose every byte was held against what was filed. */
  readonly checked: number;
}

interface Trial {
  /** A backup of keys; else those of the database count. */
  readonly keys?: string | undefined;
  readonly beside?: BlobStore | undefined;
  /** Which part of the files beside it is read whole this time; all parts follow each other. */
  readonly slice?: number | undefined;
  /** What opens the backup of keys that was written with it, which is tried, too. */
  readonly keysBy?: BackupOpener | undefined;
}

const OPENED_AT_MOST = 20;
const LARGEST_OPENED = 16 * 1024 * 1024;

/**
 * Restores a backup into a database of its own, which is gone afterwards: every byte and the signature, every table, every ledger,
 * a sealed file for each piece of evidence, and some of these opened. Files that lie beside it are there and as long as they should be,
 * and a slice of them is read whole. Throws {@link RestoreRefused} with what is wrong. Touches nothing that serves.
 */
export async function testBackup(
  given: BackupDeps,
  file: string,
  by: BackupOpener,
  { keys: keysFile, beside, slice = 0, keysBy }: Trial = {},
): Promise<BackupTest> {
  const backup = await openBackup(file, by, given.onProgress, beside);
  try {
    const { about } = backup;
    const deps = { ...given, keys: given.keys.beside(openVaultKeys(given, about)) };
    const keys = await keysForRestore(deps, backup, file, by, { keys: keysFile, older: true });
    if (keysBy && "id" in about)
      checkKeys(await openKeys(keysFileOf(file), keysBy), about, given.now(), { older: true });
    const result = await withSource(deps, backup, keys, async (source) =>
      withScratchDatabase(deps.adminUrl, "test", async (url) => {
        await migrate(url);
        let opened = 0;
        let checked = 0;
        const filled = await replaceRows(url, source, {
          after: async (client) => {
            await checkLedgers(client, about.ledgers);
            await takeOverValues(client, deps.keys);
            await refuseMissingFiles(client, backup);
            checked = await checkBeside(client, deps.keys, backup, slice);
            opened = await openSome(client, deps.keys, backup);
          },
        });
        return { ...filled, opened, checked };
      }),
    );
    const blobs = backup.paths.filter((path) => path.startsWith("blobs/")).length;
    return { createdAt: about.createdAt, blobs, ...result };
  } finally {
    await backup.close();
  }
}

async function refuseMissingFiles(client: pg.ClientBase, { paths, about }: OpenBackup): Promise<void> {
  const lacks = "lacks" in about ? (about.lacks ?? []) : [];
  const { rows } = await client.query<{ missing: string }>(
    `SELECT 'blobs/' || l.geography || '/' || e.blob_key AS missing FROM app.evidence e
     JOIN app.storage_locations l ON l.id = e.storage_location_id
     WHERE e.erased_at IS NULL AND NOT 'blobs/' || l.geography || '/' || e.blob_key = ANY ($1) LIMIT 1`,
    [[...paths, ...lacks.map(({ path }) => path)]],
  );
  if (rows[0]) throw new RestoreRefused(`The backup lacks the sealed file ${rows[0].missing}.`);
}

/** With the keys as they were restored: the newest files, of sizes that fit into memory. */
async function openSome(client: pg.ClientBase, keys: Keys, backup: OpenBackup): Promise<number> {
  const held = new Set(backup.paths);
  const { rows } = await client.query<{
    company_id: string;
    id: string;
    path: string;
    sha256: Buffer;
    size: number;
    wrapped_key: Buffer;
    version: number;
    wrapped: Buffer;
  }>(
    `SELECT e.company_id, e.id, 'blobs/' || l.geography || '/' || e.blob_key AS path, e.sha256, e.size, s.wrapped_key, k.version, k.wrapped
     FROM app.evidence e JOIN app.evidence_seals s ON s.company_id = e.company_id AND s.evidence_id = e.id
     JOIN app.company_keys k ON k.company_id = e.company_id AND k.version = s.key_version
     JOIN app.storage_locations l ON l.id = e.storage_location_id
     WHERE e.size <= $1 AND e.erased_at IS NULL ORDER BY e.filed_at DESC LIMIT $2`,
    [LARGEST_OPENED, OPENED_AT_MOST],
  );
  const opened = rows.filter(({ path }) => held.has(path));
  for (const row of opened) {
    const binding = artifactBinding(row.company_id, row.id);
    const key = unseal(openCompanyKey(keys, row), row.wrapped_key, binding);
    const chunks: Buffer[] = [];
    for await (const chunk of backup.read(row.path)) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const readAt = async (position: number, length: number) => bytes.subarray(position, position + length);
    for await (const plain of openSealed(readAt, key, binding, row)) void plain;
  }
  return opened.length;
}
