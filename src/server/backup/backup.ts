import { randomUUID } from "node:crypto";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { BlobStore, OpenBlob } from "../blobs/blob-store.ts";
import { erasedFiles } from "../blobs/erased-files.ts";
import { ZipWriter } from "../bundle/zip-writer.ts";
import { urlOfRole } from "../db/connections.ts";
import type { Keys } from "../keys/keys.ts";
import type { AnchorStore } from "../ledger/anchor-store.ts";
import { erasedCompanies } from "../ledger/erased-companies.ts";
import type { Secrets } from "../keys/secrets.ts";
import { AgeWriter } from "./age-file.ts";
import type { BackupKey } from "./backup-key.ts";
import { recordBackup } from "./backup-record.ts";
import { sealRows } from "./company-rows.ts";
import { BACKUP_FORMAT, describedIn, KEYS_FORMAT, toSign } from "./description.ts";
import type { Description, KeysDescription } from "./description.ts";
import { DurableFile } from "./durable-file.ts";
import { forKeysFile, newestVersions, readCompanyKeys, rowKeys } from "./row-keys.ts";
import { asWritten, copyTarget, isKept, tablesInOrder } from "./tables.ts";
import { ofKeysFile, ofTables, readVaultKeys } from "./vault-keys.ts";

/** The instance that is backed up or restored. */
export interface BackupDeps {
  readonly adminUrl: string;
  readonly keys: Keys;
  /** What opens the keys that a backup brings: read by a restore alone. */
  readonly secrets: Secrets;
  readonly blobs: Readonly<Record<"us" | "eu", BlobStore>>;
  /** Where what was signed is remembered: read by a restore alone. */
  readonly anchors: AnchorStore;
  readonly now: () => Date;
  /** Told from time to time how far long work is. */
  readonly onProgress?: (step: string, done: number, total: number) => void;
}

export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
  readonly blobs: number;
  readonly bytes: number;
}

/** The backup of keys that is written beside a backup. */
export function keysFileOf(file: string): string {
  return `${file}.keys`;
}

/**
 * Writes a backup of a running instance to `file`, and the companies' wrapped keys to `file`.keys: every table in one snapshot,
 * and every sealed artifact that the snapshot knows. Both are encrypted for the key's recipients and signed; rows of a company
 * are sealed once more, for a key that only the second file leads to. Companies that are being erased are left out. Both files
 * appear under their names only when they are whole and on the disk, the keys first.
 */
export async function writeBackup(deps: BackupDeps, key: BackupKey, file: string): Promise<BackupSummary> {
  const client = new pg.Client({ connectionString: urlOfRole(deps.adminUrl, "app_backup", deps.keys) });
  const files: DurableFile[] = [];
  try {
    await client.connect();
    // One snapshot: what is filed while the backup runs is either wholly in it or not at all.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const id = randomUUID();
    const createdAt = deps.now().toISOString();
    for (const name of [file, keysFileOf(file)]) files.push(await DurableFile.create(name));
    const [main, side] = files as [DurableFile, DurableFile];
    const { summary, fileKey } = await writeMain(deps, key, client, { id, createdAt }, main);
    const erased = (await Promise.all(Object.values(deps.blobs).map(erasedCompanies))).flat();
    const about: KeysDescription = {
      backup: KEYS_FORMAT,
      createdAt,
      newest: { id, createdAt },
      keys: forKeysFile(deps.keys, await readCompanyKeys(client)),
      erased,
      secretKey: deps.keys.fingerprint,
      vault: await readVaultKeys(client, ofKeysFile),
    };
    await writeKeys(key, about, side);
    await main.settle();
    await side.settle();
    await side.appear();
    await main.appear();
    const bytes = main.bytes + side.bytes;
    await recordBackup(deps, { id, writtenAt: createdAt, file, bytes, fileKey });
    return { ...summary, bytes };
  } catch (error) {
    for (const item of files) await item.discard();
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function writeKeys(key: BackupKey, about: KeysDescription, file: DurableFile): Promise<void> {
  const writer = await AgeWriter.begin(key.recipients, (bytes) => file.write(bytes));
  const text = Buffer.from(JSON.stringify(about));
  const signature = key.sign(toSign(KEYS_FORMAT, text)).toString("base64");
  await writer.write(Buffer.concat([text, Buffer.from(`\n${signature}\n`)]));
  await writer.finish();
}

async function writeMain(
  { keys, blobs, now, onProgress }: BackupDeps,
  key: BackupKey,
  client: pg.Client,
  { id, createdAt }: { readonly id: string; readonly createdAt: string },
  file: DurableFile,
): Promise<{ summary: Omit<BackupSummary, "bytes">; fileKey: Buffer }> {
  const writer = await AgeWriter.begin(key.recipients, (bytes) => file.write(bytes));
  const zip = new ZipWriter((chunk) => writer.write(chunk), { date: now() });
  const files: Description["files"] = [];
  const add = async (path: string, chunks: AsyncIterable<Uint8Array>, company?: string) => {
    const added = await zip.addStream(path, chunks);
    files.push({ path, sha256: added.sha256.toString("hex"), size: added.size, ...(company && { company }) });
  };
  const wrapped = await readCompanyKeys(client);
  const newest = newestVersions(wrapped);
  const keyOf = rowKeys(keys, wrapped, id);
  const tables = (await tablesInOrder(client)).filter(isKept).map(asWritten);
  let rows = 0;
  for (const [at, table] of tables.entries()) {
    onProgress?.("tables", at, tables.length);
    const stream = client.query(copyTo(`COPY ${copyTarget(client, table)} TO STDOUT`));
    const plain = stream as AsyncIterable<Buffer>;
    const sealed = (company: string) => (newest.has(company) ? keyOf(company, newest.get(company)!) : undefined);
    await add(`tables/${table.name}`, table.sealed ? sealRows(plain, sealed, `${id}|${table.name}`) : plain);
    rows += stream.rowCount;
  }
  const companies = [...newest.keys()].sort();
  const { rows: artifacts } = await client.query<{ company_id: string; blob_key: string; geography: "us" | "eu" }>(
    `SELECT e.company_id, e.blob_key, l.geography FROM app.evidence e
     JOIN app.storage_locations l ON l.id = e.storage_location_id
     WHERE e.company_id = ANY ($1) AND e.erased_at IS NULL ORDER BY e.blob_key`,
    [companies],
  );
  for (const [at, { company_id, blob_key, geography }] of artifacts.entries()) {
    onProgress?.("sealed files", at, artifacts.length);
    const blob = await blobs[geography].open(blob_key);
    if (!blob) {
      const erased = await erasedFiles(blobs[geography]);
      throw new Error(
        erased(blob_key)
          ? "A file was erased while the backup was being written; no backup was written. Run it again."
          : `The stored file ${blob_key} is missing; no backup was written.`,
      );
    }
    await add(`blobs/${geography}/${blob_key}`, readWhole(blob), company_id);
  }
  const { rows: ledgers } = await client.query<{ company_id: string; size: number; root: Buffer }>(
    "SELECT company_id, size, root FROM app.ledger_heads WHERE company_id = ANY ($1) ORDER BY 1",
    [companies],
  );
  const { rows: migrations } = await client.query<{ name: string }>(
    "SELECT name FROM migrations.kysely_migration ORDER BY 1",
  );
  const about: Description = {
    backup: BACKUP_FORMAT,
    id,
    createdAt,
    companies: companies.map((company) => ({ id: company, keyVersion: newest.get(company)! })),
    files,
    ledgers: ledgers.map((ledger) => ({
      company: ledger.company_id,
      root: ledger.root.toString("base64"),
      size: ledger.size,
    })),
    migrations: migrations.map((migration) => migration.name),
    secretKey: keys.fingerprint,
    tables: tables.map(({ name, columns, sealed }) => ({ name, columns: [...columns], sealed })),
    vault: await readVaultKeys(client, ofTables),
  };
  const text = describedIn(about);
  await zip.addBytes("backup.json", text);
  await zip.addBytes("backup.sig", Buffer.from(key.sign(toSign(BACKUP_FORMAT, text)).toString("base64")));
  await zip.finish();
  await writer.finish();
  return { summary: { tables: tables.length, rows, blobs: artifacts.length }, fileKey: writer.fileKey };
}

async function* readWhole(blob: OpenBlob): AsyncGenerator<Buffer> {
  try {
    for (let at = 0; at < blob.size;) {
      const chunk = await blob.readAt(at, 1 << 20);
      if (chunk.length === 0) throw new Error("a stored file became shorter while it was read");
      at += chunk.length;
      yield chunk;
    }
  } finally {
    await blob.close();
  }
}
