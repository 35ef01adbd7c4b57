import { randomUUID } from "node:crypto";
import path from "node:path";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { BlobStore } from "../blobs/blob-store.ts";
import { chunksOf } from "../blobs/chunks-of.ts";
import { erasedFiles } from "../blobs/erased-files.ts";
import { ZipWriter } from "../bundle/zip-writer.ts";
import { urlOfRole } from "../db/connections.ts";
import { fingerprintOf, readSchemaObjects } from "../db/schema-objects.ts";
import type { Damage } from "#domain/stored-file.ts";
import type { Keys } from "../keys/keys.ts";
import { damageOf } from "../scrub/damage-of.ts";
import { itemsAfter } from "../scrub/stored-items.ts";
import type { Place, StoredItem } from "../scrub/stored-items.ts";
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
import { ownClient } from "../db/own-client.ts";

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

/** A sealed file that a backup lacks, because it was missing or damaged when the backup was written. */
export interface LackedFile {
  readonly path: string;
  readonly damage: Damage;
  readonly company: string;
  readonly exhibit: number;
}

/** Where sealed files go, when they are not part of the backup itself. */
export interface BackupTarget {
  /** Brings a file where backups share it, and answers its name there, or that it is damaged where it lies. */
  readonly apart?: (item: StoredItem) => Promise<{ readonly name: string } | { readonly damage: Damage }>;
  /** Brings the whole backup to where it stays, before it counts as one; answers where that is, as people are told. */
  readonly deliver?: () => Promise<string>;
}

/** What was written, and what could not be. */
export interface WrittenBackup extends BackupSummary {
  readonly lacks: readonly LackedFile[];
}

/** The backup of keys that is written beside a backup. */
export function keysFileOf(file: string): string {
  return `${file}.keys`;
}

/**
 * Writes a backup of a running instance to `file`, and the companies' wrapped keys to `file`.keys: every table in one snapshot,
 * and every sealed artifact that the snapshot knows. Both are encrypted for the key's recipients and signed; rows of a company
 * are sealed once more, for a key that only the second file leads to. A file that is missing or damaged is left out and named. Companies that are being erased are left out. Both files
 * appear under their names only when they are whole and on the disk, the keys first.
 */
export async function writeBackup(
  deps: BackupDeps,
  key: BackupKey,
  file: string,
  { apart, deliver }: BackupTarget = {},
): Promise<WrittenBackup> {
  const client = ownClient(urlOfRole(deps.adminUrl, "app_backup", deps.keys));
  const files: DurableFile[] = [];
  try {
    await client.connect();
    // One snapshot: what is filed while the backup runs is either wholly in it or not at all.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const id = randomUUID();
    const createdAt = deps.now().toISOString();
    for (const name of [file, keysFileOf(file)]) files.push(await DurableFile.create(name));
    const [main, side] = files as [DurableFile, DurableFile];
    const { summary, fileKey: mainKey } = await writeMain(deps, key, client, { id, createdAt, apart }, main);
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
    const fileKey = Buffer.concat([mainKey, await writeKeys(key, about, side)]);
    await main.settle();
    await side.settle();
    await side.appear();
    await main.appear();
    const bytes = main.bytes + side.bytes;
    const place = deliver ? await deliver() : path.resolve(file);
    await recordBackup(deps, { id, writtenAt: createdAt, file: place, bytes, fileKey, lacks: summary.lacks.length });
    return { ...summary, bytes };
  } catch (error) {
    for (const item of files) await item.discard();
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Answers what opens the file. */
async function writeKeys(key: BackupKey, about: KeysDescription, file: DurableFile): Promise<Buffer> {
  const writer = await AgeWriter.begin(key.recipients, (bytes) => file.write(bytes));
  const text = Buffer.from(JSON.stringify(about));
  const signature = key.sign(toSign(KEYS_FORMAT, text)).toString("base64");
  await writer.write(Buffer.concat([text, Buffer.from(`\n${signature}\n`)]));
  await writer.finish();
  return writer.fileKey;
}

async function writeMain(
  { keys, blobs, now, onProgress }: BackupDeps,
  key: BackupKey,
  client: pg.Client,
  { id, createdAt, apart }: { readonly id: string; readonly createdAt: string } & Pick<BackupTarget, "apart">,
  file: DurableFile,
): Promise<{ summary: Omit<WrittenBackup, "bytes">; fileKey: Buffer }> {
  const writer = await AgeWriter.begin(key.recipients, (bytes) => file.write(bytes));
  const zip = new ZipWriter((chunk) => writer.write(chunk), { date: now() });
  const files: Description["files"] = [];
  const add = async (name: string, chunks: AsyncIterable<Uint8Array>, company?: string) => {
    const added = await zip.addStream(name, chunks);
    files.push({ path: name, sha256: added.sha256.toString("hex"), size: added.size, ...(company && { company }) });
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
  const total = await countFiles(client, companies);
  const lacks: LackedFile[] = [];
  const beside: NonNullable<Description["apart"]> = [];
  let copied = 0;
  for await (const item of filesOf(client, keys, companies)) {
    onProgress?.("sealed files", copied + beside.length + lacks.length, total);
    const { companyId: company, geography, blobKey } = item;
    const name = `blobs/${geography}/${blobKey}`;
    if (apart) {
      const came = await apart(item);
      if ("name" in came) beside.push({ path: name, name: came.name, company });
      else lacks.push({ path: name, damage: came.damage, company, exhibit: item.number });
      continue;
    }
    // Read once to be sure and once to be copied: what is damaged must not take the place of a whole file in a restore.
    const damage = await damageOf(blobs[geography], item);
    const blob = damage === undefined ? await blobs[geography].open(blobKey) : undefined;
    if (blob) {
      await add(name, chunksOf(blob), company);
      copied += 1;
    } else if (await wasErased(blobs[geography], blobKey))
      throw new Error("A file was erased while the backup was being written; no backup was written. Run it again.");
    else lacks.push({ path: name, damage: damage ?? "missing", company, exhibit: item.number });
  }
  const { rows: ledgers } = await client.query<{ company_id: string; size: number; root: Buffer }>(
    "SELECT company_id, size, root FROM app.ledger_heads WHERE company_id = ANY ($1) ORDER BY 1",
    [companies],
  );
  const { rows: migrations } = await client.query<{ name: string }>(
    "SELECT name FROM migrations.kysely_migration ORDER BY 1",
  );
  const schema = await readSchemaObjects(client);
  const about: Description = {
    backup: BACKUP_FORMAT,
    id,
    createdAt,
    companies: companies.map((company) => ({ id: company, keyVersion: newest.get(company)! })),
    files,
    ...(apart && { apart: beside }),
    ...(lacks.length > 0 && { lacks: lacks.map(({ path, damage, company }) => ({ path, damage, company })) }),
    ledgers: ledgers.map((ledger) => ({
      company: ledger.company_id,
      root: ledger.root.toString("base64"),
      size: ledger.size,
    })),
    migrations: migrations.map((migration) => migration.name),
    ...(schema && { schema: fingerprintOf(schema) }),
    secretKey: keys.fingerprint,
    tables: tables.map(({ name, columns, sealed }) => ({ name, columns: [...columns], sealed })),
    vault: await readVaultKeys(client, ofTables),
  };
  const text = describedIn(about);
  await zip.addBytes("backup.json", text);
  await zip.addBytes("backup.sig", Buffer.from(key.sign(toSign(BACKUP_FORMAT, text)).toString("base64")));
  await zip.finish();
  await writer.finish();
  return { summary: { tables: tables.length, rows, blobs: copied + beside.length, lacks }, fileKey: writer.fileKey };
}

async function countFiles(client: pg.Client, companies: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::integer AS count FROM app.evidence WHERE company_id = ANY ($1) AND erased_at IS NULL",
    [companies],
  );
  return rows[0]!.count;
}

const FILES_AT_ONCE = 500;

/** The files of the companies with what opens them, a page at a time. */
async function* filesOf(client: pg.Client, keys: Keys, companies: readonly string[]): AsyncGenerator<StoredItem> {
  const wanted = new Set(companies);
  for (let after: Place | undefined; ;) {
    const page = await itemsAfter(client, keys, after, FILES_AT_ONCE);
    const last = page.at(-1);
    if (!last) return;
    yield* page.filter(({ companyId }) => wanted.has(companyId));
    after = { company: last.companyId, number: last.number };
  }
}

const wasErased = async (store: BlobStore, blobKey: string) => (await erasedFiles(store))(blobKey);
