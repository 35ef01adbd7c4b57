import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBackupKey } from "#server/backup/backup-key.ts";
import { writeKeyFile } from "#server/backup/backup-key-file.ts";
import { startEmbeddedPostgres } from "#server/db/embedded-postgres.ts";
import type { HeldKeys } from "#server/keys/keys.ts";
import { heldBy } from "#server/app/processes/grant.ts";
import { machineClock } from "#server/clock.ts";
import { secretsIn } from "#server/keys/secret-key.ts";
import { withAdministrator } from "#server/vault/administrator.ts";
import { openVault } from "#server/vault/prepare.ts";
import { ServerProcess } from "../support/server-process.ts";

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-backups-"));
  const { kept } = await makeBackupKey({ at: new Date(), installation: "http://localhost" });
  await writeKeyFile(path.join(folder, "data", "backup.key"), kept);
  server = await ServerProcess.on(path.join(folder, "data"), { BACKUP_FOLDER: path.join(folder, "backups") });
  await server.start();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test("S12: backups are written and tried by a process of their own, and none that serves is given what that takes", async () => {
  const postgres = await startEmbeddedPostgres(server.dataDir);
  const admin = new pg.Pool({ connectionString: postgres.url, max: 1 });
  try {
    let row: { fault: string | null; file: string } | undefined;
    // A first backup and its trial: whoever shares two cores with other stages takes more than a minute for them.
    for (let tries = 0; !row && tries < 750; tries += 1) {
      await setTimeout(200);
      const { rows } = await admin.query("SELECT fault, file FROM app.backups WHERE tested_at IS NOT NULL");
      row = rows[0];
    }
    expect(row).toMatchObject({ fault: null });
    const name = path.basename(row!.file);
    expect(await readdir(path.join(folder, "backups"))).toEqual([name, `${name}.keys`, "exhibit-store.json"]);
    const held: HeldKeys = await withAdministrator(postgres.url, (client) =>
      openVault(client, secretsIn(server.dataDir), machineClock()),
    );
    expect(held.keys.map(({ purpose }) => purpose)).toContain("backup");
    for (const part of ["web", "worker", "all"] as const) {
      const { keys, logins } = heldBy(part, held);
      expect(keys.map(({ purpose }) => purpose)).not.toContain("backup");
      expect(Object.keys(logins)).not.toContain("app_backup");
    }
  } finally {
    await admin.end();
    await postgres.stop();
  }
});

test("the server stops in order while the next look at backups is waited for", async () => {
  expect(await server.stop()).toBe(0);
});
