import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import { damageFiles, storedFiles } from "#tests/support/damaged-files.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import { writeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";
import { testBackup } from "./test-backup.ts";
import { scrub } from "../scrub/scrub.ts";

test("O3: damaged and missing files do not end a backup, which names them and never puts damage in the place of a whole file", async () => {
  const at = await mendedCompany();
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-damaged-"));
  try {
    for (let index = 0; index < 6; index += 1) await at.file(`Item ${index}`);
    await at.running.app.runTasks();
    const instance = instanceOf(at.running.database, at.running.folder);
    const { key, identity, by } = await backupPair(folder);
    const whole = path.join(folder, "whole.age");
    expect(await writeBackup(instance, key, whole)).toMatchObject({ blobs: 6, lacks: [] });

    const files = await storedFiles(at);
    const expected = await damageFiles(files.slice(0, 4), files[5]!);
    const partly = path.join(folder, "partly.age");
    const { blobs, lacks } = await writeBackup(instance, key, partly);
    expect(blobs).toBe(2);
    const idOf = (name: string) => path.basename(name, ".sealed");
    expect(new Map(lacks.map(({ path: name, damage }) => [idOf(name), damage]))).toEqual(expected);
    expect(lacks.every(({ company, exhibit }) => company === at.company && exhibit > 0)).toBe(true);
    expect(await testBackup(instance, partly, by)).toMatchObject({ blobs: 2, opened: 2 });

    expect(await restoreBackup(instance, whole, { identity, older: true })).toMatchObject({ blobs: 6, lacks: 0 });
    expect(await restoreBackup(instance, partly, { identity })).toMatchObject({ blobs: 2, lacks: 4 });
    expect(await scrub(instance, { everything: true })).toMatchObject({ checked: 6, found: 0 });
  } finally {
    await at.running.close();
    await rm(folder, { recursive: true, force: true });
  }
});
