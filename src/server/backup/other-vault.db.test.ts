import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import type { BackupPair } from "#tests/support/backup-pair.ts";
import { AuthenticatorApp } from "#tests/support/authenticator-app.ts";
import { turnOf } from "#tests/support/every-case.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { withOwnVault } from "#tests/support/own-vault.ts";
import type { Person } from "#tests/support/person.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import { testWhere } from "#tests/support/test-where.ts";
import { openKeys } from "../keys/keys.ts";
import { alone, withAdministrator } from "../vault/administrator.ts";
import { openVault } from "../vault/prepare.ts";
import { rewrapAll } from "../vault/rewrap.ts";
import type { Secrets } from "../keys/secrets.ts";
import { turnOver } from "../vault/turn-over.ts";
import type { BackupDeps } from "./backup.ts";
import { writeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";
import { testBackup } from "./test-backup.ts";

describe("S12: a backup of an installation whose keys are random", () => {
  const secrets: Secrets = { current: randomBytes(32), previous: [] };
  const policy = randomBytes(100_000);
  let folder: string;
  let running: RunningApp;
  let pair: BackupPair;
  let ana: Person;
  let company: string;
  let file: string;

  const instance = (database: FreshDatabase, place: string, by: Secrets): BackupDeps => ({
    ...instanceOf(database, place),
    secrets: by,
  });
  const rotate = (url: string, by: Secrets) =>
    withAdministrator(url, (client) =>
      alone(client, () => turnOver(client, by, { now: () => new Date(), waitForProcesses: async () => {} })),
    );
  const vaultOf = (url: string, by: Secrets) =>
    withAdministrator(url, async (client) => openKeys(await openVault(client, by, new Date())));
  /** How many values the keys in use have not wrapped; throws when one is opened by none. */
  const behind = async (url: string, by: Secrets) => {
    const keys = await vaultOf(url, by);
    return await withAdministrator(url, (client) => rewrapAll(client, keys, () => {}));
  };

  /** The restored instance serves what the first held, as the first did, and goes on signing. */
  async function expectWhole(database: FreshDatabase, blobs: string, by: Secrets): Promise<void> {
    expect(await behind(database.adminUrl, by)).toBe(0);
    await cp(path.join(running.folder, "anchors"), path.join(blobs, "anchors"), { recursive: true });
    const served = { ...database, keys: await vaultOf(database.adminUrl, by) };
    const second = await runApp({ database: served, folder: blobs });
    try {
      const again = ana.at(second.url);
      await again.signIn();
      const { items } = (await again.get(`/companies/${company}/evidence`)).body;
      const download = await again.get(`/companies/${company}/evidence/${items[0].id}/file`);
      expect(Buffer.from(await download.response.arrayBuffer()).equals(policy)).toBe(true);
      const before = (await again.get(`/companies/${company}/ledger`)).body;
      await again.post(`/companies/${company}/projects`, { name: "After the restore", framework: "hipaa" });
      const after = (await again.get(`/companies/${company}/ledger`)).body;
      expect(after.size).toBe(before.size + 1);
      expect(after.key, "the same signing key").toBe((await ana.get(`/companies/${company}/ledger`)).body.key);
      expect(served.keys.externalId(company), "AWS knows us by it").toBe(running.database.keys.externalId(company));
    } finally {
      await second.app.close();
    }
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "exhibit-other-vault-"));
    pair = await backupPair(folder);
    running = await runApp({ database: await withOwnVault(await freshDatabase(), secrets) });
    ana = await running.person("Ana");
    company = await ana.found("Random Ltd");
    const query = new URLSearchParams({ name: "P", fileName: "a.bin", type: "Policy", controls: "XC-01" });
    await ana.upload(`/companies/${company}/evidence?${query}`, policy);
    await ana.post(`/companies/${company}/webhooks`, { url: "https://hook.example.test/", events: ["evidence.filed"] });
    await AuthenticatorApp.addTo(await running.person("Bob"), new Date());
    await running.app.runTasks();
    file = path.join(folder, "first.age");
    await writeBackup(instance(running.database, running.folder, secrets), pair.key, file);
  });
  afterAll(async () => {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("S12: is restored on an empty machine with the same SECRET_KEY and other keys: all of it opens, and the ledger signs on", async () => {
    const database = await withOwnVault(await freshDatabase(), secrets);
    expect(database.keys.externalId(company), "another vault").not.toBe(running.database.keys.externalId(company));
    const blobs = path.join(folder, "empty-machine");
    const restored = await restoreBackup(instance(database, blobs, secrets), file, {
      identity: pair.identity,
      recoverAnchors: true,
    });
    expect(restored.blobs).toBe(1);
    await expectWhole(database, blobs, secrets);
    await database.close();
  });

  // Each is a whole restore with keys that are not the database's: one of three each day, beside the one above.
  const turn = turnOf(["tried", "old", "over its own"], 3);

  testWhere(turn.includes("tried"))("S12: is tried there before it is restored", async () => {
    const database = await withOwnVault(await freshDatabase(), secrets);
    const tried = await testBackup(instance(database, path.join(folder, "tried"), secrets), file, pair.by);
    expect(tried).toMatchObject({ blobs: 1, opened: 1 });
    await database.close();
  });

  testWhere(turn.includes("old"))(
    "S12: an old one is restored after the keys and SECRET_KEY were turned over, when the old one is given, too",
    async () => {
      const database = await withOwnVault(await freshDatabase(), secrets);
      const other = { current: randomBytes(32), previous: [] };
      const blobs = path.join(folder, "turned-over");
      const empty = await withOwnVault(await freshDatabase(), other);
      await expect(
        restoreBackup(instance(empty, blobs, other), file, { identity: pair.identity }),
        "without the old one",
      ).rejects.toThrow(/another SECRET_KEY/);
      await empty.close();
      await rotate(database.adminUrl, secrets);
      const both = { current: other.current, previous: [secrets.current] };
      const after = await withOwnVault(database, both);
      await restoreBackup(instance(after, blobs, both), file, { identity: pair.identity, recoverAnchors: true });
      await expectWhole(after, blobs, other);
      await after.close();
    },
  );

  testWhere(turn.includes("over its own"))(
    "S12: is restored over its own database after a rotation, by the keys of the database and by those in the file",
    async () => {
      const { adminUrl } = running.database;
      const second = path.join(folder, "second.age");
      await writeBackup(instance(running.database, running.folder, secrets), pair.key, second);
      await rotate(adminUrl, secrets);
      const own = { ...instance(running.database, running.folder, secrets), keys: await vaultOf(adminUrl, secrets) };
      for (const keys of [undefined, `${second}.keys`]) {
        await restoreBackup(own, second, { identity: pair.identity, keys });
        expect(await behind(adminUrl, secrets), keys ?? "of the database").toBe(0);
        await rotate(adminUrl, secrets);
        own.keys = await vaultOf(adminUrl, secrets);
      }
      await rotate(adminUrl, secrets);
      await expect(
        restoreBackup(own, second, { identity: pair.identity, keys: `${second}.keys`, older: true }),
        "while keys are turned over",
      ).rejects.toThrow(/turned over meanwhile/);
    },
  );
});
