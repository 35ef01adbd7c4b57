import { readFile } from "node:fs/promises";
import type pg from "pg";
import { callFunction } from "../db/functions.ts";
import { urlOfRole } from "../db/connections.ts";
import { asReader } from "../db/as-reader.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { erasedFiles } from "../blobs/erased-files.ts";
import { knownMigrations, migrate } from "../db/migrate.ts";
import { builtSchemaObjects, fingerprintOf } from "../db/schema-objects.ts";
import { anchoredHeads } from "../ledger/anchored-heads.ts";
import type { BackupDeps, BackupSummary } from "./backup.ts";
import { parseIdentity } from "./backup-key.ts";
import { newestBackup } from "./backup-record.ts";
import { refuseNoAnchors, refuseOtherPlace } from "./check-anchors.ts";
import { checkLedgers, refuseForgotten, refuseShorterLedgers } from "./check-ledgers.ts";
import { keysForRestore } from "./keys-for-restore.ts";
import type { RestoreKeys } from "./keys-for-restore.ts";
import { replaceRows, rowsOfBackup, rowsOfDatabase } from "./load-rows.ts";
import type { RowSource } from "./load-rows.ts";
import { putWhereAbsent, putWhereDamaged } from "./put-files.ts";
import type { MissingFile } from "./put-files.ts";
import { openBackup } from "./open-backup.ts";
import type { BackupOpener, OpenBackup } from "./open-backup.ts";
import type { Wanted } from "./open-keys.ts";
import { restAfterRestore } from "../scrub/sweep-orphans.ts";
import { RestoreRefused } from "./restore-refused.ts";
import { rowKeys } from "./row-keys.ts";
import { withScratchDatabase } from "./scratch-database.ts";
import { tablesInOrder } from "./tables.ts";
import { holdKeys, openVaultKeys, takeOverExternalIds, takeOverValues } from "./vault-keys.ts";
import { ownClient } from "../db/own-client.ts";

/** What somebody says who restores. */
export interface RestoreOptions extends Wanted {
  /** The file that people hold; without it only a backup of the last release is read, when `unauthenticated` is true. */
  readonly identity?: string | undefined;
  /** A backup of keys; else the keys of the database that is replaced count, or those that lie beside the backup. */
  readonly keys?: string | undefined;
  readonly unauthenticated?: boolean | undefined;
  /** Where sealed files lie that backups share; two folders above the backup without it. */
  readonly beside?: BlobStore | undefined;
  /** Restores what is older than what was signed: each such ledger stays unsigned until its loss is accepted. */
  readonly behindSigned?: boolean | undefined;
  /** The place for anchors is a new one, or one that was brought back: it is taken as it is found. */
  readonly recoverAnchors?: boolean | undefined;
}

export interface RestoreSummary extends BackupSummary {
  readonly createdAt: string;
  /** Whether the database that wrote it had these migrations and another schema: somebody had changed it by hand. */
  readonly otherSchema: boolean;
  /** Companies in the backup that were erased since: nothing of them came back. */
  readonly erased: number;
  /** Sealed files that the backup lacks, because they were missing or damaged when it was written. */
  readonly lacks: number;
  /** Files on record that are missing or damaged, and that the backup does not have whole. */
  readonly missing: readonly MissingFile[];
  /** Sealed files in the backup that owners erased since: they did not come back. */
  readonly erasedFiles: number;
}

/**
 * Puts a backup in the place of everything the instance holds, all or nothing, also beside a running server. Checks
 * every byte and the signature first, and refuses ({@link RestoreRefused}) a file that is not what this installation wrote,
 * another SECRET_KEY, a newer version's tables, keys that do not belong to it, and above all a backup older than what was signed
 * or filed since: that would fork a ledger. So it refuses a place for anchors that cannot say what was signed. What was erased since stays closed. A stored file that is whole is left as it is, and one that
 * neither place has whole is answered and ends nothing. One of an older version is brought to this one.
 */
export async function restoreBackup(given: BackupDeps, file: string, options: RestoreOptions): Promise<RestoreSummary> {
  const by = await openerOf(options);
  const backup = await openBackup(file, by, given.onProgress, options.beside);
  try {
    const { about } = backup;
    const brought = openVaultKeys(given, about);
    const deps = { ...given, keys: given.keys.beside(brought) };
    await refuseStrange(about);
    await migrate(deps.adminUrl);
    if (!options.older) await refuseOlder(deps, backup);
    const keys = await keysForRestore(deps, backup, file, by, options);
    if (!options.recoverAnchors) await refuseOtherPlace(deps);
    const signed = await anchoredHeads(deps.anchors, Object.values(deps.blobs));
    if (!options.behindSigned) refuseForgotten(signed, about.ledgers, keys.erased);
    const blobs = await blobsOf(deps, backup, keys);
    const { tables, rows } = await withSource(deps, backup, keys, async (source) => {
      await putWhereAbsent(deps, backup, blobs.back);
      return await replaceRows(deps.adminUrl, source, {
        begin: (client) => holdKeys(client, deps.keys),
        before: (client) => refuseShorterLedgers(client, about.ledgers),
        after: async (client) => {
          if (!options.recoverAnchors) await refuseNoAnchors(client, signed, keys.erased);
          await checkLedgers(client, about.ledgers, options.behindSigned ? undefined : signed);
          await takeOverValues(client, deps.keys);
          await takeOverExternalIds(client, deps.secrets, brought);
          await closeErased(client, [...keys.erased]);
          await enqueueWaiting(client);
          await restAfterRestore(client, deps.now());
          await noteRestore(client, about.createdAt, deps.now());
        },
      });
    });
    const { missing } = await asReader(deps, (reader) =>
      putWhereDamaged(deps, reader, backup, new Set(blobs.back), blobs.wasErased),
    );
    return {
      tables,
      rows,
      missing,
      blobs: blobs.back.length,
      bytes: backup.bytes,
      createdAt: about.createdAt,
      otherSchema: await isOfOtherSchema(about),
      lacks: "lacks" in about ? (about.lacks?.length ?? 0) : 0,
      erased: keys.left.length,
      erasedFiles: blobs.erased,
    };
  } finally {
    await backup.close();
  }
}

async function isOfOtherSchema(about: OpenBackup["about"]): Promise<boolean> {
  if (!("schema" in about) || about.migrations.length < (await knownMigrations()).length) return false;
  return about.schema !== fingerprintOf(await builtSchemaObjects());
}

/** For who asks later what was done to the installation. */
async function noteRestore(client: pg.Client, written: string, at: Date): Promise<void> {
  await client.query(
    "INSERT INTO app.operator_acts (at, actor, act, subject) VALUES ($1, 'command line', 'installation.restored', $2)",
    [at, written],
  );
}

/** What opens a backup, by what somebody says who restores. */
export async function openerOf({ identity, unauthenticated }: RestoreOptions): Promise<BackupOpener | undefined> {
  if (identity === undefined) {
    if (unauthenticated) return undefined;
    throw new RestoreRefused("Name the file that opens backups, which backup-key wrote: --identity FILE");
  }
  const text = await readFile(identity, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new RestoreRefused(`The identity file ${identity} cannot be read: ${error.code ?? error.message}.`);
  });
  const { identities, signedBy } = parseIdentity(text);
  return { opener: { identities }, signedBy };
}

async function refuseStrange(about: OpenBackup["about"]): Promise<void> {
  const known = await knownMigrations();
  if (about.migrations.length === 0 || about.migrations.some((name, at) => name !== known[at]))
    throw new RestoreRefused(
      `The backup is of another version (${about.migrations.at(-1) ?? "none"}), which this one does not follow; restore it with that version.`,
    );
}

/** A database that is still there knows of newer ones. */
async function refuseOlder(deps: BackupDeps, { about }: OpenBackup): Promise<void> {
  const newest = await newestBackup(deps, deps.now());
  if (!newest || newest.writtenAt <= new Date(about.createdAt)) return;
  throw new RestoreRefused(
    `The backup is of ${about.createdAt}. A newer one was written ${newest.writtenAt.toISOString()}, to ${newest.file}: restore that, or say --older.`,
  );
}

/**
 * The rows of the backup as this version has them. Those of an older one are loaded into a database of their own and migrated
 * there first.
 */
export async function withSource<T>(
  deps: Pick<BackupDeps, "adminUrl" | "keys">,
  backup: OpenBackup,
  keys: RestoreKeys,
  work: (source: RowSource) => Promise<T>,
): Promise<T> {
  const { about } = backup;
  const id = "id" in about ? about.id : "";
  const own = rowsOfBackup(backup, keys.rows, rowKeys(deps.keys, keys.rows, id));
  if (about.migrations.length === (await knownMigrations()).length) return await work(own);
  return await withScratchDatabase(deps.adminUrl, "forward", async (url) => {
    await migrate(url, about.migrations.at(-1)!);
    await replaceRows(url, own, { after: (client) => checkLedgers(client, about.ledgers) });
    await migrate(url);
    const client = ownClient(urlOfRole(url, "app_backup", deps.keys));
    await client.connect();
    try {
      const tables = await tablesInOrder(client);
      return await work(rowsOfDatabase(client, tables, keys.ofDatabase ? keys.rows : undefined));
    } finally {
      await client.end();
    }
  });
}

/** Paths of the sealed files that come back: not those of companies that were erased since, nor those that owners erased. */
async function blobsOf({ blobs }: BackupDeps, { about, paths }: OpenBackup, { left }: RestoreKeys) {
  const closed = new Set(
    about.files.filter((file) => "company" in file && left.includes(file.company!)).map((file) => file.path),
  );
  const erased = { us: await erasedFiles(blobs.us), eu: await erasedFiles(blobs.eu) };
  const wasErased = (path: string) => erased[geographyOf(path)](path);
  const held = paths.filter((path) => path.startsWith("blobs/") && !closed.has(path));
  const back = held.filter((path) => !wasErased(path));
  return { back, wasErased, erased: held.length - back.length };
}

const geographyOf = (path: string) => path.split("/")[1] as "us" | "eu";

/** Jobs are in no backup: they are made of what waits in the rows that came back. */
async function enqueueWaiting(client: pg.Client): Promise<void> {
  await client.query("SET LOCAL ROLE app_definer");
  await callFunction(client, "app.enqueue_waiting", []);
  await client.query("SET LOCAL ROLE app_owner");
}

/** What was erased since the backup was written is closed at once, and the next worker erases it again. */
async function closeErased(client: pg.Client, erased: readonly string[]): Promise<void> {
  await client.query("SET LOCAL ROLE app_definer");
  const { rows } = await client.query<{ readonly id: string; readonly at: Date }>(
    "UPDATE app.companies SET deletion_due_at = date_trunc('milliseconds', now()) WHERE id = ANY ($1::uuid[]) RETURNING id, deletion_due_at AS at",
    [erased],
  );
  for (const { id, at } of rows) await callFunction(client, "app.close_company", [id, at]);
  await client.query("SET LOCAL ROLE app_owner");
}
