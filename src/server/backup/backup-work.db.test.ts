import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import type { BackupPair } from "#tests/support/backup-pair.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { workOnBackups } from "./backup-work.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("backups that workers write", () => {
  let running: RunningApp;
  let place: string;
  let folder: string;
  let pair: BackupPair;
  let now = new Date();

  const work = (key: BackupPair["key"] | undefined = pair.key) =>
    workOnBackups(
      { ...instanceOf(running.database, running.folder), now: () => now, log: pino({ level: "silent" }) },
      { key: async () => key, folder, everyHours: 24 },
    );
  const rows = async () => (await running.database.admin.query("SELECT * FROM app.backups ORDER BY written_at")).rows;
  const scratch = async () =>
    (await running.database.admin.query("SELECT FROM pg_database WHERE datname LIKE 'exhibit\\_test\\_%'")).rowCount;

  beforeAll(async () => {
    place = await mkdtemp(path.join(tmpdir(), "exhibit-backup-work-"));
    folder = path.join(place, "backups");
    running = await runApp();
    pair = await backupPair(place);
    const ana = await running.person("Ana");
    const company = await ana.found("Kept Ltd");
    const query = new URLSearchParams({ name: "P", fileName: "p.txt", type: "Policy", controls: "XC-01" });
    await ana.upload(`/companies/${company}/evidence?${query}`, "what has to come back");
  });

  afterAll(async () => {
    await running.close();
    await rm(place, { recursive: true, force: true });
  });

  test("nothing is written while nobody could open it", async () => {
    await workOnBackups(
      { ...instanceOf(running.database, running.folder), now: () => now, log: pino({ level: "silent" }) },
      { key: async () => undefined, folder, everyHours: 24 },
    );
    expect(await rows()).toEqual([]);
  });

  test("S6: the newest is restored on trial, and from then on nothing of ours opens it", async () => {
    await work();
    const [first] = await rows();
    expect(await readdir(folder)).toEqual(
      [path.basename(first.file), `${path.basename(first.file)}.keys`, "exhibit-store.json"].sort(),
    );
    // It is known to be there, and to lack no file.
    expect(first).toMatchObject({ fault: null, file_key: null, lacks: 0, seen_at: now });
    expect(first.tested_at).toEqual(now);
    // Other tests try backups of their own meanwhile.
    await expect.poll(scratch, { message: "nothing of the trial is left" }).toBe(0);
  });

  test("one is written each day, and one a week is tested", async () => {
    now = new Date(now.getTime() + 23 * HOUR);
    await work();
    expect(await rows()).toHaveLength(1);
    now = new Date(now.getTime() + HOUR);
    await work();
    const [, second] = await rows();
    expect(second).toMatchObject({ tested_at: null });
    expect(second.file_key).not.toBeNull();
    now = new Date(now.getTime() + 6 * DAY);
    await work();
    const [, older, newest] = await rows();
    expect(older.file_key, "what opens an older one is forgotten").toBeNull();
    expect(newest.tested_at).toEqual(now);
  });

  test("a backup that was damaged where it lies fails its test, and Health names it", async () => {
    now = new Date(now.getTime() + DAY);
    await work();
    const newest = (await rows()).at(-1);
    const bytes = await readFile(newest.file);
    bytes[bytes.length - 100]! ^= 1;
    await writeFile(newest.file, bytes);
    await running.database.admin.query("UPDATE app.backups SET tested_at = tested_at - interval '7 days'");
    await work();
    const tested = (await rows()).at(-1);
    expect(tested.fault).toMatch(/damaged: segment \d+ of \d+/);
    running.setNow(now);
    const admin = await running.person("Omar");
    await running.database.admin.query("INSERT INTO app.platform_admins (id) VALUES ($1)", [admin.id]);
    await AuthenticatorApp.addTo(admin, now);
    const { body } = await admin.get("/health");
    expect(body.attention).toContainEqual(
      expect.stringMatching(/^The last self-test of a backup failed: The file is damaged/),
    );
    expect(body.backup.test).toMatchObject({ fault: tested.fault, of: newest.written_at.toISOString() });
    await expect.poll(scratch).toBe(0);
  });

  test("S6: the newest seven stay, and keys go after 35 days whatever else does", async () => {
    const nameOf = (days: number) =>
      `exhibit-${new Date(now.getTime() - days * DAY).toISOString().replaceAll(/[-:]|\.\d+/g, "")}.age`;
    const place = async (days: number) => {
      for (const file of [nameOf(days), `${nameOf(days)}.keys`]) await writeFile(path.join(folder, file), "older");
    };
    for (const days of [1, 2, 3, 4, 5, 6, 7]) await place(days);
    await work();
    const names = await readdir(folder);
    expect(names.filter((name) => name.endsWith(".age"))).toHaveLength(7);
    expect(names.filter((name) => name.endsWith(".keys"))).toHaveLength(7);
    expect(names).not.toContain(nameOf(7));
    for (const days of [3, 4, 5, 6])
      for (const file of [nameOf(days), `${nameOf(days)}.keys`]) await rm(path.join(folder, file));
    // Copied from elsewhere just now: its keys are as old as its name says.
    for (const days of [34, 36]) await place(days);
    const others = ["notes.keys", "exhibit-20269999T000000Z.age.keys"];
    for (const file of others) await writeFile(path.join(folder, file), "of somebody else");
    await work();
    const left = await readdir(folder);
    expect(left).toEqual(expect.arrayContaining([nameOf(34), `${nameOf(34)}.keys`, nameOf(36), ...others]));
    expect(left).not.toContain(`${nameOf(36)}.keys`);
  });
});
