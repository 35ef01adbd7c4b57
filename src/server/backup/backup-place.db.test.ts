import { cp, mkdir, mkdtemp, readFile, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import type { BackupPair } from "#tests/support/backup-pair.ts";
import { damageFiles, storedFiles } from "#tests/support/damaged-files.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { MendedCompany } from "#tests/support/mended-company.ts";
import { startS3Service } from "#tests/support/s3-service.ts";
import type { S3Service } from "#tests/support/s3-service.ts";
import { testWhere } from "#tests/support/test-where.ts";
import { openBlobStore, parseStorageAddress } from "../blobs/storage-address.ts";
import { scrub } from "../scrub/scrub.ts";
import { writeBackup } from "./backup.ts";
import { fetchSet, writeIntoPlace } from "./backup-place.ts";
import type { BackupPlace } from "./backup-place.ts";
import { workOnBackups } from "./backup-work.ts";
import { recoverDatabase } from "./recover.ts";

let service: S3Service;
beforeAll(async () => {
  service = await startS3Service();
});
afterAll(() => service.close());

describe.each(["a folder", "a bucket of S3"])("backups that share their files in %s", (kind) => {
  let at: MendedCompany;
  let folder: string;
  let place: BackupPlace;
  let pair: BackupPair;
  let now: Date;
  const instance = () => ({ ...instanceOf(at.running.database, at.running.folder), now: () => now });
  const write = () => writeIntoPlace(instance(), pair.key, place, folder);
  const inPlace = async (below: string) => {
    const names: string[] = [];
    for await (const { key } of place.store.walk(below)) names.push(key);
    return names;
  };

  /** What does not depend on where backups lie is asked once. */
  const inFolder = kind === "a folder";

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "exhibit-place-"));
    now = new Date();
    pair = await backupPair(folder);
    const url = inFolder
      ? `file://${folder}/place`
      : `${service.url.replace("/kept", `/${path.basename(folder).toLowerCase()}`)}`;
    const address = parseStorageAddress(url)!;
    place = { store: await openBlobStore(address), name: address.kind === "folder" ? address.path : "s3://place" };
    at = await mendedCompany();
    for (const name of ["First", "Second"]) await at.file(name);
    await at.running.app.runTasks();
  });
  afterEach(async () => {
    await at.running.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("each file is copied once, and a new machine comes back from the newest backup and what it shares", async () => {
    expect(await write()).toMatchObject({ blobs: 2, copied: 2, lacks: [] });
    await at.file("Third");
    now = new Date(now.getTime() + 60_000);
    const { name, ...second } = await write();
    expect(second).toMatchObject({ blobs: 3, copied: 1, lacks: [] });
    expect(await inPlace("files")).toHaveLength(3);
    expect((await inPlace("files")).join(), "a name tells nobody whose file it is").not.toContain(at.company);
    expect(await readdir(folder), "nothing is left of what was on its way").not.toContainEqual(
      expect.stringMatching(/^backup-/),
    );

    const machine = await mkdtemp(path.join(folder, "machine-"));
    await cp(path.join(at.running.folder, "anchors"), path.join(machine, "anchors"), { recursive: true });
    const database = await freshDatabase();
    const file = await fetchSet(place.store, name, machine);
    const lost = { reason: "The machine burned", person: "Olga" };
    const options = { identity: pair.identity, beside: place.store };
    expect(await recoverDatabase(instanceOf(database, machine), file, options, lost)).toMatchObject({
      blobs: 3,
      damaged: 0,
    });
    await database.close();
  });

  testWhere(inFolder)("a damaged file is listed and not copied, and what was copied before stays whole", async () => {
    await write();
    await at.file("Third");
    const files = await storedFiles(at);
    const damaged = await damageFiles(files, files[0]!);
    now = new Date(now.getTime() + 60_000);
    const { lacks, copied, name } = await write();
    // Two were copied while they were whole: only the third is nowhere.
    expect(lacks).toHaveLength(1);
    expect(copied).toBe(0);
    expect([...damaged.values()]).toContain(lacks[0]!.damage);
    const file = await fetchSet(place.store, name, folder);
    const { recoverStore } = await import("./recover.ts");
    const options = { identity: pair.identity, beside: place.store };
    expect(await recoverStore(instance(), file, options)).toMatchObject({ putBack: 2, damaged: 1 });
    expect(await scrub(instance(), { everything: true })).toMatchObject({ found: 0 });
  });

  testWhere(inFolder)(
    "O3: what is whole stays, and what is missing or rotten in the place is listed and ends no recovery",
    async () => {
      await at.file("Third");
      const { name } = await write();
      const copies = await inPlace("files");
      const files = await storedFiles(at);
      const nameIn = (item: (typeof files)[number]) =>
        `files/${pair.key.nameOf(`us/${path.relative(path.join(at.running.folder, "us"), item.file)}`)}`;
      const [whole, lost, back] = files as [(typeof files)[number], (typeof files)[number], (typeof files)[number]];
      expect(copies).toContain(nameIn(whole));
      // One rotted in the place and is whole here; one is gone from both; one is gone here alone.
      await place.store.replace(nameIn(whole), Buffer.alloc((await readFile(whole.file)).length));
      await place.store.remove(nameIn(lost));
      const before = await readFile(whole.file);
      for (const { file } of [lost, back]) await rm(file);

      const file = await fetchSet(place.store, name, folder);
      const options = { identity: pair.identity, beside: place.store };
      const missing = [expect.objectContaining({ inBackup: "missing" })];
      const done = await recoverDatabase(instance(), file, options, { reason: "The disk failed", person: "Olga" });
      expect(done).toMatchObject({ missing, damaged: 1 });
      expect(await readFile(whole.file)).toEqual(before);
      expect((await readFile(back.file)).length).toBeGreaterThan(0);
      for (const each of [back]) await rm(each.file);
      const { recoverStore } = await import("./recover.ts");
      expect(await recoverStore(instance(), file, options)).toMatchObject({ putBack: 1, missing, damaged: 1 });
      expect(await readFile(whole.file)).toEqual(before);
    },
  );

  testWhere(inFolder)("O3: a file that cannot be read ends no backup, no check and no sweep", async () => {
    const [first] = await storedFiles(at);
    await rm(first!.file);
    // A folder in its place is opened and fails when it is read, as a bad sector does.
    await mkdir(first!.file);
    expect(await write()).toMatchObject({ blobs: 1, lacks: [{ damage: "unreadable" }] });
    expect(await scrub(instance(), { everything: true })).toMatchObject({ checked: 2, found: 1, finished: true });
    const whole = path.join(folder, "whole.age");
    expect(await writeBackup(instance(), pair.key, whole)).toMatchObject({
      blobs: 1,
      lacks: [{ damage: "unreadable" }],
    });
  });

  testWhere(inFolder)(
    "a clock that was once ahead puts off no backup and no check, and what a killed process left is removed",
    async () => {
      const work = () =>
        workOnBackups(
          { ...instance(), log: pino({ level: "silent" }) },
          { key: async () => pair.key, folder: undefined, everyHours: 24, place, everyMinutes: 60, scratch: folder },
        );
      const [left, key, fresh] = ["backup-a1B2c3", "backup-key", "backup-fresh1"].map((name) =>
        path.join(folder, name),
      );
      for (const each of [left!, key!, fresh!]) await mkdir(each);
      const before = new Date(Date.now() - 2 * 86_400_000);
      for (const each of [left!, key!]) await utimes(each, before, before);
      const real = now;
      await work();
      expect(
        (await readdir(folder)).filter((name) => name.startsWith("backup-")).toSorted(),
        "what was left goes",
      ).toEqual(["backup-fresh1", "backup-key"]);
      now = new Date(real.getTime() + 365 * 86_400_000);
      await work();
      await scrub(instance());
      now = new Date(real.getTime() + 3_600_000);
      await work();
      const { rows } = await at.running.database.admin.query(
        "SELECT written_at <= $1 AS now, tested_at <= $1 AS tested FROM app.backups ORDER BY written_at",
        [now],
      );
      expect(rows).toEqual([
        { now: true, tested: true },
        { now: true, tested: null },
        { now: false, tested: false },
      ]);
      expect(await scrub(instance())).toMatchObject({ checked: 2, finished: true });
    },
  );

  test("workers write when it is due, restore the newest on trial, and remove what is over", async () => {
    const work = () =>
      workOnBackups(
        { ...instance(), log: pino({ level: "silent" }) },
        { key: async () => pair.key, folder: undefined, everyHours: 24, place, everyMinutes: 60, scratch: folder },
      );
    const sets = async () => (await inPlace("sets")).filter((name) => name.endsWith(".age")).length;
    await work();
    await work();
    expect(await sets()).toBe(1);
    const { rows } = await at.running.database.admin.query(
      "SELECT file, tested_at IS NOT NULL AS tested, fault FROM app.backups",
    );
    expect(rows).toEqual([{ file: expect.stringMatching(/\/sets\/.+\.age$/), tested: true, fault: null }]);
    for (const hours of [1, 2, 24 * 36]) {
      now = new Date(now.getTime() + hours * 3_600_000);
      await work();
    }
    expect(await sets(), "nothing is older than 35 days, and the newest stays").toBe(1);
  });
});
