import { createHash } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import type { BackupPair } from "#tests/support/backup-pair.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { decrypted, unzipped } from "#tests/support/opened-backup.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { keysFileOf, writeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";

describe("a company that was erased since yesterday's backup", () => {
  let running: RunningApp;
  let folder: string;
  let pair: BackupPair;
  let gone: string;
  let stays: string;
  /** Of yesterday and of today. */
  let old: string;
  let today: string;
  const guess = "The client is Harbour Street, and the merger is in May.";

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "exhibit-erased-keys-"));
    running = await runApp();
    pair = await backupPair(folder);
    const ana = await running.person("Ana");
    gone = await ana.found("Gone and Forgotten LLP");
    stays = await ana.found("Stays Ltd");
    for (const company of [gone, stays]) {
      const query = new URLSearchParams({
        name: "Memo on the merger",
        fileName: "memo.txt",
        type: "Policy",
        controls: "XC-01",
      });
      await ana.upload(`/companies/${company}/evidence?${query}`, guess);
    }
    await running.app.runTasks();
    old = path.join(folder, "yesterday.age");
    await writeBackup(instanceOf(running.database, running.folder), pair.key, old);
    await ana.post(`/companies/${gone}/deletion`, { name: "Gone and Forgotten LLP" });
    await running.database.admin.query(
      "UPDATE app.companies SET deletion_due_at = now() - interval '1 minute' WHERE id = $1",
      [gone],
    );
    await running.app.runTasks();
    today = path.join(folder, "today.age");
    await writeBackup(instanceOf(running.database, running.folder), pair.key, today);
  });

  afterAll(async () => {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("S6: yesterday's backup with today's keys brings nothing of it back, and all of the others", async () => {
    const database = await freshDatabase();
    const machine = instanceOf(database, path.join(folder, "new-machine"));
    const restored = await restoreBackup(machine, old, {
      identity: pair.identity,
      recoverAnchors: true,
      keys: keysFileOf(today),
      older: true,
    });
    expect(restored).toMatchObject({ erased: 1, blobs: 1 });
    const { rows } = await database.admin.query(
      "SELECT id FROM app.companies UNION ALL SELECT company_id FROM app.evidence UNION ALL SELECT company_id FROM app.company_keys UNION ALL SELECT company_id FROM app.ledger_entries",
    );
    expect(new Set(rows.map((row) => row.id))).toEqual(new Set([stays]));
    await database.close();
  });

  test("S6: it stays closed with its own keys, too, where the files remember that it was erased", async () => {
    const restored = await restoreBackup(instanceOf(running.database, running.folder), old, {
      identity: pair.identity,
      keys: keysFileOf(old),
      older: true,
    });
    expect(restored).toMatchObject({ erased: 1 });
    const { rowCount } = await running.database.admin.query("SELECT FROM app.companies WHERE id = $1", [gone]);
    expect(rowCount).toBe(0);
  });

  test("S6: who holds yesterday's backup and today's keys, opened, reads nothing of it and cannot confirm a guess", async () => {
    const inside = await decrypted(old, pair.identity);
    const keys = await decrypted(keysFileOf(today), pair.identity);
    const hash = createHash("sha256").update(guess).digest();
    for (const bytes of [inside, keys])
      for (const word of [
        "Gone and Forgotten",
        "merger",
        "memo.txt",
        hash,
        hash.toString("hex"),
        hash.toString("base64"),
      ])
        expect(bytes.includes(word), String(word)).toBe(false);
    const parsed = JSON.parse(keys.toString().split("\n")[0]!);
    expect(parsed.keys.map((row: { company_id: string }) => row.company_id)).toEqual([stays]);
    expect(parsed.erased).toEqual([gone]);
    expect([...(await unzipped(inside)).keys()].filter((name) => /company_keys|backups/.test(name))).toEqual([]);
  });

  test("keys that lack a company nobody erased are refused: it would be lost without a word", async () => {
    const database = await freshDatabase();
    const machine = instanceOf(database, path.join(folder, "another"));
    const app = await runApp({ database, folder: path.join(folder, "another") });
    await (await app.person("Bo")).found("Began anew");
    await expect(restoreBackup(machine, today, { identity: pair.identity })).rejects.toThrow(
      new RegExp(`no key of company ${stays}, and nothing remembers that it was erased`),
    );
    await app.close();
  });

  test("without keys anywhere it is said which file is missing", async () => {
    const database = await freshDatabase();
    const alone = path.join(folder, "alone.age");
    await copyFile(today, alone);
    await expect(
      restoreBackup(instanceOf(database, path.join(folder, "x")), alone, { identity: pair.identity }),
    ).rejects.toThrow(/Name the newest backup of keys: --keys FILE/);
    await database.close();
  });
});
