import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { keptBackups } from "#domain/kept-backups.ts";
import type { Damage } from "#domain/stored-file.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { chunksOf } from "../blobs/chunks-of.ts";
import { sealedSize } from "../blobs/sealed-stream.ts";
import { damageOf, mayBeOfOneFile } from "../scrub/damage-of.ts";
import type { StoredItem } from "../scrub/stored-items.ts";
import { keysFileOf, writeBackup } from "./backup.ts";
import type { BackupDeps, WrittenBackup } from "./backup.ts";
import type { BackupKey } from "./backup-key.ts";
import { KEYS_LIVE_DAYS } from "./description.ts";

/**
 * A place that holds backups which share their sealed files: `sets/TIME.age` with the tables, `sets/TIME.age.keys`, `sets/TIME.list` with the
 * names of its files, and `files/NAME`, each copied once. A name is a keyed hash: it tells nobody whose file it is.
 */
export interface BackupPlace {
  readonly store: BlobStore;
  /** How people name it; the path of a folder, where it is one. */
  readonly name: string;
}

const DAY = 86_400_000;
const SETS = "sets";
const FILES = "files";
const TIME = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z$/;

/**
 * Writes a backup into a place: files that it lacks, then the tables. Each file is read back and checked, and the tables are read back
 * and compared. Backups whose time is over are removed, with the files that no other one lists. `folder` is for what is not whole yet.
 */
export async function writeIntoPlace(
  deps: BackupDeps,
  key: BackupKey,
  place: BackupPlace,
  folder: string,
): Promise<WrittenBackup & { readonly copied: number; readonly name: string }> {
  const { store } = place;
  const time = nameOf(deps.now());
  const [main, list] = [`${SETS}/${time}.age`, `${SETS}/${time}.list`];
  const names: string[] = [];
  let copied = 0;
  const apart = async (item: StoredItem) => {
    const name = key.nameOf(`${item.geography}/${item.blobKey}`);
    const came = await copyOnce(deps.blobs[item.geography], store, `${FILES}/${name}`, item);
    if (came !== "copied" && came !== "there") return { damage: came };
    if (came === "copied") copied += 1;
    names.push(name);
    return { name };
  };
  const temporary = await mkdtemp(path.join(folder, "backup-"));
  try {
    const file = path.join(temporary, "tables.age");
    const deliver = async () => {
      await store.replace(list, Buffer.from(names.map((name) => `${name}\n`).join("")));
      await move(keysFileOf(file), store, keysFileOf(main));
      await move(file, store, main);
      return `${place.name}/${main}`;
    };
    const written = await writeBackup(deps, key, file, { apart, deliver });
    await removeOld(store, deps.now());
    return { ...written, copied, name: main };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Copies a sealed file where it is not there yet, and reads it back. A file that is damaged where it lies is not copied. */
async function copyOnce(
  from: BlobStore,
  to: BlobStore,
  name: string,
  item: StoredItem,
): Promise<"there" | "copied" | Damage> {
  if ((await sizeThere(to, name)) === sealedSize(item.size)) return "there";
  try {
    const source = await from.open(item.blobKey);
    if (!source) return "missing";
    await to.put(name, chunksOf(source));
  } catch (error) {
    // Which of the two it was is not said: a place that can be used answers of this one file.
    const damage = mayBeOfOneFile(error) ? await damageOf(from, item) : undefined;
    if (damage) return damage;
    throw error;
  }
  const damage = await damageOf(to, item, name);
  if (!damage) return "copied";
  await to.remove(name);
  if (await damageOf(from, item)) return damage;
  throw new Error(`a file was copied into the backup and is not whole there`);
}

/** Of a copy that cannot be opened nothing is known: it is written again. */
async function sizeThere(store: BlobStore, name: string): Promise<number | undefined> {
  try {
    const blob = await store.open(name);
    await blob?.close();
    return blob?.size;
  } catch (error) {
    if (mayBeOfOneFile(error)) return undefined;
    throw error;
  }
}

/** Puts a file there and reads it back. */
async function move(file: string, store: BlobStore, name: string): Promise<void> {
  const sent = createHash("sha256");
  await store.put(
    name,
    (async function* () {
      for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
        sent.update(chunk);
        yield chunk;
      }
    })(),
  );
  const blob = await store.open(name);
  const came = createHash("sha256");
  if (blob) for await (const chunk of chunksOf(blob)) came.update(chunk);
  if (sent.digest("hex") !== came.digest("hex")) throw new Error(`${name} is not what was written to it`);
}

/** Backups go by the rule; keys with theirs, and in any case when their life is over; files when no backup lists them. */
async function removeOld(store: BlobStore, now: Date): Promise<void> {
  const names = await store.list(SETS);
  const times = new Map(names.flatMap((name) => timeOf(name) ?? []));
  const kept = keptBackups([...times.values()], now);
  for (const name of names) {
    const [time = ""] = name.split(".");
    const at = times.get(time);
    if (!at) continue;
    const areOldKeys = name.endsWith(".keys") && now.getTime() - at.getTime() > KEYS_LIVE_DAYS * DAY;
    if (!kept.has(at) || areOldKeys) await store.remove(`${SETS}/${name}`);
  }
  const listed = new Set<string>();
  for (const name of (await store.list(SETS)).filter((each) => each.endsWith(".list")))
    for (const line of ((await store.read(`${SETS}/${name}`))?.toString() ?? "").split("\n")) listed.add(line);
  const yesterday = new Date(now.getTime() - DAY);
  await store.removeUnfinished(yesterday);
  for await (const { key, writtenAt } of store.walk(FILES))
    if (writtenAt < yesterday && !listed.has(key.slice(FILES.length + 1))) await store.remove(key);
}

const nameOf = (at: Date): string =>
  at
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, "")
    .toLowerCase();

/** The backups of a place, as `sets/TIME.age`. */
export async function setsIn(store: BlobStore): Promise<string[]> {
  return (await store.list(SETS)).filter((name) => name.endsWith(".age")).map((name) => `${SETS}/${name}`);
}

/** When the newest backup of a place was written; one that a clock wrote that was ahead of `now` does not count. */
export async function newestIn(store: BlobStore, now: Date): Promise<Date | undefined> {
  return (await setsIn(store))
    .map((name) => path.basename(name))
    .flatMap((name) => timeOf(name)?.map(([, at]) => at) ?? [])
    .filter((at) => at <= now)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1);
}

/** The time in a set's name, and when that is; undefined of a name that is not ours. */
function timeOf(name: string): [[string, Date]] | undefined {
  const [time = ""] = name.split(".");
  const at = new Date(time.replace(TIME, "$1-$2-$3T$4:$5:$6Z"));
  return Number.isNaN(at.getTime()) ? undefined : [[time, at]];
}

/** Brings the tables and keys of a backup in a place into a folder; its sealed files stay where they are. Answers the path of the backup. */
export async function fetchSet(store: BlobStore, name: string, folder: string): Promise<string> {
  const target = path.join(folder, path.basename(name));
  for (const [key, file] of [
    [name, target],
    [keysFileOf(name), keysFileOf(target)],
  ] as const) {
    const blob = await store.open(key);
    if (blob) await pipeline(chunksOf(blob), createWriteStream(file, { mode: 0o600 }));
  }
  return target;
}
