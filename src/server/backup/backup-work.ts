import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Logger } from "pino";
import { folderBlobStore } from "../blobs/folder-blob-store.ts";
import { tryLock } from "../db/advisory-locks.ts";
import { urlOfRole } from "../db/connections.ts";
import { keysFileOf, writeBackup } from "./backup.ts";
import type { BackupDeps } from "./backup.ts";
import type { BackupKey } from "./backup-key.ts";
import { fetchSet, newestIn, setsIn, writeIntoPlace } from "./backup-place.ts";
import type { BackupPlace } from "./backup-place.ts";
import { lastTest, newestBackup, recordKept, recordLook, recordTest } from "./backup-record.ts";
import { KEYS_LIVE_DAYS } from "./description.ts";
import { PARTIAL } from "./durable-file.ts";
import { knownPlace } from "./place-identity.ts";
import { NoScratchDatabase } from "./scratch-database.ts";
import { testBackup } from "./test-backup.ts";
import { ownClient } from "../db/own-client.ts";

/** The installation's own backups: where they go and how often. */
export interface BackupSchedule {
  /** Undefined until `backup-key` made one; looked up each time. */
  readonly key: () => Promise<BackupKey | undefined>;
  /** A folder; without it no backup is written unasked, and only those that people wrote are tested. */
  readonly folder: string | undefined;
  readonly everyHours: number;
  /** Where backups are written that share their files, instead of the folder, and how often. */
  readonly place?: BackupPlace | undefined;
  readonly everyMinutes?: number;
  /** For what is not whole yet. */
  readonly scratch?: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TEST_EVERY = 7 * DAY;
/** A test that failed is tried again sooner. */
const TRY_AGAIN = DAY;
/** Of the key that opens one file of age. */
const FILE_KEY_BYTES = 16;
/** Ordinary backups in the folder; keys go with theirs, and in any case when their life is over. */
const KEPT = 7;
const OURS = /^exhibit-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/;

/**
 * Writes a backup into the folder when one is due, removes those whose time is over, and once a week restores the newest into a
 * database of its own. One process at a time does it; the others answer at once.
 */
export async function workOnBackups(
  deps: BackupDeps & { readonly log: Logger },
  schedule: BackupSchedule,
): Promise<void> {
  const key = await schedule.key();
  if (!key) return;
  const client = ownClient(urlOfRole(deps.adminUrl, "app_worker", deps.keys));
  await client.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>(tryLock("backups"));
    if (!rows[0]?.mine) return;
    await look(deps, key, schedule).then(
      () => recordLook(deps, undefined),
      async (error: Error) => {
        // The database may be what failed.
        await recordLook(deps, error.message || error.name).catch(() => {});
        throw error;
      },
    );
  } finally {
    await client.end();
  }
}

async function look(deps: BackupDeps & { readonly log: Logger }, key: BackupKey, schedule: BackupSchedule) {
  const { folder, everyHours, scratch } = schedule;
  if (scratch !== undefined) await removeLeft(scratch, deps.now());
  if (folder !== undefined) {
    const store = folderBlobStore(path.resolve(folder));
    await (await knownPlace(deps, { store, name: path.resolve(folder) })).assertReady();
    await writeWhenDue(deps, key, folder, everyHours * HOUR);
    await removeOld(folder, deps.now());
    await recordKept(deps, await keptIn(folder), deps.now());
  }
  const place = schedule.place && { ...schedule.place, store: await knownPlace(deps, schedule.place) };
  if (place) {
    await writeIntoPlaceWhenDue(deps, key, place, schedule);
    const there = (await setsIn(place.store)).map((name) => `${place.name}/${name}`);
    await recordKept(deps, there, deps.now());
  }
  await testWhenDue(deps, key, { ...schedule, place });
}

async function writeIntoPlaceWhenDue(
  deps: BackupDeps & { readonly log: Logger },
  key: BackupKey,
  place: BackupPlace,
  { everyMinutes = 60, scratch = tmpdir() }: BackupSchedule,
): Promise<void> {
  const newest = await newestIn(place.store, deps.now());
  // Looked for every five minutes, which is not to make six of them.
  if (newest && deps.now().getTime() - newest.getTime() < (everyMinutes - 1) * MINUTE) return;
  const { bytes, copied, lacks, name } = await writeIntoPlace(deps, key, place, scratch);
  deps.log.info({ file: name, bytes, copied }, "a backup was written");
  if (lacks.length > 0) deps.log.error({ files: lacks.length }, "the backup lacks files that are damaged");
}

async function writeWhenDue(
  deps: BackupDeps & { readonly log: Logger },
  key: BackupKey,
  folder: string,
  every: number,
): Promise<void> {
  const now = deps.now();
  const newest = await newestBackup(deps, now);
  if (newest && now.getTime() - newest.writtenAt.getTime() < every) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `exhibit-${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.age`;
  const { bytes } = await writeBackup(deps, key, path.join(folder, name));
  deps.log.info({ file: name, bytes }, "a backup was written");
}

/** What a process that was killed left of a backup on its way, or of a trial. Nobody works on one for a day. */
async function removeLeft(scratch: string, now: Date): Promise<void> {
  for (const entry of await readdir(scratch, { withFileTypes: true })) {
    if (!entry.isDirectory() || !/^backup-[A-Za-z0-9]{6}$/.test(entry.name)) continue;
    const folder = path.join(scratch, entry.name);
    const { mtime } = await stat(folder);
    if (now.getTime() - mtime.getTime() > DAY) await rm(folder, { recursive: true, force: true });
  }
}

/** The whole backups of a folder, by path. */
async function keptIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => writtenAt(name) !== undefined).map((name) => path.resolve(folder, name));
}

/** The keys first: what was erased must be out of reach when their life is over, whatever else stays. */
async function removeOld(folder: string, now: Date): Promise<void> {
  const names = (await readdir(folder)).toSorted();
  const backups = names.filter((name) => writtenAt(name) !== undefined);
  const gone = new Set(backups.slice(0, Math.max(0, backups.length - KEPT)));
  for (const name of names) {
    const own = name.endsWith(".keys") ? name.slice(0, -".keys".length) : name.split(`.age`)[0] + ".age";
    const written = writtenAt(own);
    if (written === undefined) continue;
    const file = path.join(folder, name);
    const age = now.getTime() - written;
    const isKeys = name === keysFileOf(own);
    const isPartial = name.endsWith(PARTIAL);
    if (gone.has(own) || (isKeys && age > KEYS_LIVE_DAYS * DAY) || (isPartial && age > DAY))
      await rm(file, { force: true });
  }
}

/**
 * When a backup was written, in milliseconds, by its name: a file that was copied or moved is no younger for it. Undefined of a name that
 * is not ours.
 */
function writtenAt(name: string): number | undefined {
  const at = Date.parse(name.replace(OURS, "$1-$2-$3T$4:$5:$6Z"));
  return Number.isNaN(at) ? undefined : at;
}

/** Opens the newest backup with what is kept for that alone, and restores it beside the database that serves. */
async function testWhenDue(
  deps: BackupDeps & { readonly log: Logger },
  { signedBy }: BackupKey,
  { place, scratch = tmpdir() }: BackupSchedule,
): Promise<void> {
  const now = deps.now();
  const newest = await newestBackup(deps, now);
  if (!newest?.fileKey) return;
  const last = await lastTest(deps, now);
  if (last && now.getTime() - last.at.getTime() < (last.failed ? TRY_AGAIN : TEST_EVERY)) return;
  const opening = deps.keys.unwrap("backup", newest.fileKey, newest.id);
  const [fileKey, keysKey] = [opening.subarray(0, FILE_KEY_BYTES), opening.subarray(FILE_KEY_BYTES)];
  const fetched = await mkdtemp(path.join(scratch, "backup-"));
  try {
    const inPlace =
      place && newest.file.startsWith(`${place.name}/`) ? newest.file.slice(place.name.length + 1) : undefined;
    const file = place && inPlace ? await fetchSet(place.store, inPlace, fetched) : newest.file;
    const { rows, tables, blobs, opened, checked } = await testBackup(
      deps,
      file,
      { opener: { fileKey }, signedBy: [signedBy] },
      {
        beside: inPlace ? place?.store : undefined,
        // Who looks weekly reads in a year what fits in 52 slices.
        slice: Math.floor(now.getTime() / TEST_EVERY),
        // One of before has no key of its own for that file.
        keysBy: keysKey.length > 0 ? { opener: { fileKey: keysKey }, signedBy: [signedBy] } : undefined,
      },
    );
    await recordTest(deps, newest.id, now, undefined);
    deps.log.info(
      { file: newest.file, rows, tables, blobs, opened, checked },
      "the newest backup was restored on trial",
    );
  } catch (error) {
    const { message } = error as Error;
    await recordTest(deps, newest.id, now, message);
    if (error instanceof NoScratchDatabase) deps.log.warn(message);
    else deps.log.error({ err: error }, "the newest backup could not be restored on trial");
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
}
