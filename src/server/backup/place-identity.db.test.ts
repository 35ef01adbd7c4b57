import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import type { BackupPair } from "#tests/support/backup-pair.ts";
import { turnOf } from "#tests/support/every-case.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { MendedCompany } from "#tests/support/mended-company.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { folderBlobStore } from "../blobs/folder-blob-store.ts";
import { workOnBackups } from "./backup-work.ts";
import { knownPlace } from "./place-identity.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let at: MendedCompany;
let folder: string;
let pair: BackupPair;
let now: Date;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-place-"));
  now = new Date();
  pair = await backupPair(folder);
  at = await mendedCompany();
  for (const name of ["First", "Second", "Third"]) await at.file(name);
});
afterEach(async () => {
  await at.running.close();
  await rm(folder, { recursive: true, force: true });
});

const instance = () => ({ ...instanceOf(at.running.database, at.running.folder), now: () => now });
const placeAt = (name: string) => ({ store: folderBlobStore(path.join(folder, name)), name: path.join(folder, name) });
const schedule = { key: async () => pair.key, everyHours: 1, everyMinutes: 60 };
const work = (more: Partial<Parameters<typeof workOnBackups>[1]>) =>
  workOnBackups(
    { ...instance(), log: pino({ level: "silent" }) },
    { ...schedule, folder: undefined, scratch: folder, ...more },
  );
const health = async () => {
  const { rows } = await at.running.database.databases.workerPool.query("SELECT * FROM app.backup_health($1)", [now]);
  return rows[0];
};
/** A place in which something happens between a backup and its trial. */
function struckPlace(name: string, strike: () => Promise<unknown>) {
  const place = placeAt(name);
  let written = false;
  const store: BlobStore = {
    ...place.store,
    put: async (key, bytes) => {
      await place.store.put(key, bytes);
      written ||= key.endsWith(".age");
    },
    list: async (below) => {
      if (written) await strike();
      written = false;
      return await place.store.list(below);
    },
  };
  return { ...place, store };
}

test.each(turnOf(["BACKUP_URL", "BACKUP_FOLDER"], 2))(
  "O4: an unmounted place of %s takes nothing and is told",
  async (setting) => {
    const place = placeAt("place");
    const look = () => work(setting === "BACKUP_URL" ? { place } : { folder: place.name });
    await look();
    const first = await health();
    expect(first).toMatchObject({ refused: null, fault: null });
    expect(first.good_at).toEqual(first.written_at);
    // What a mount point is while nothing is mounted.
    await rename(place.name, `${place.name}.away`);
    await mkdir(place.name);
    now = new Date(now.getTime() + 2 * HOUR);
    await expect(look()).rejects.toThrow(`${place.name} is empty or not mounted. Mount it;`);
    expect(await readdir(place.name), "nothing was written beside it").toEqual([]);
    expect((await health()).refused).toMatch(/is empty or not mounted/);
    await rm(place.name, { recursive: true });
    await rename(`${place.name}.away`, place.name);
    await look();
    const after = await health();
    expect(after.refused).toBeNull();
    expect(after.good_at > first.good_at).toBe(true);
    // Another address may be another place, and what is new at the old one is said once.
    await work(setting === "BACKUP_URL" ? { place: placeAt("other") } : { folder: placeAt("other").name });
    await rm(place.name, { recursive: true });
    await knownPlace(instance(), place, { adopt: true });
    await look();
    expect((await health()).refused).toBeNull();
  },
);

test("O3: a trial finds what is gone, cut or rotten where backups share files, and tries again the next day", async () => {
  const files = path.join(folder, "place", "files");
  await work({ place: placeAt("place") });
  const [name = ""] = await readdir(files);
  const file = path.join(files, name);
  const whole = await readFile(file);
  const damages: readonly [RegExp, () => Promise<unknown>][] = [
    [/^1 sealed file of the backup can't be used where backups share them: files\/\w+ is missing/, () => rm(file)],
    [/ is cut/, () => truncate(file, 9)],
    [/ is altered/, () => writeFile(file, Buffer.alloc(whole.length, 1))],
  ];
  for (const [told, strike] of turnOf(damages, 3)) {
    now = new Date(now.getTime() + 8 * DAY);
    await work({ place: struckPlace("place", strike) });
    expect((await health()).fault).toMatch(told);
    expect((await health()).good_at < now, "it is no good one").toBe(true);
    // What is missing or cut is copied again; the same size is believed, until somebody removes it.
    if (told.source.includes("altered")) await rm(file);
    now = new Date(now.getTime() + DAY + HOUR);
    await work({ place: placeAt("place") });
    expect((await health()).fault).toBeNull();
    expect(await readFile(file)).toEqual(whole);
  }
});

test("the keys that were written with a backup are tried with it", async () => {
  const cut = async () => {
    const sets = path.join(folder, "place", "sets");
    for (const name of await readdir(sets)) if (name.endsWith(".keys")) await truncate(path.join(sets, name), 200);
  };
  await work({ place: struckPlace("place", cut) });
  expect((await health()).fault).toMatch(/\.age\.keys/);
});
