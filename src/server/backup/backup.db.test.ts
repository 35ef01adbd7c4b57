import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import type { BackupPair } from "#tests/support/backup-pair.ts";
import { keysOf } from "#tests/support/cluster.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { runApp } from "#tests/support/running-app.ts";
import type { RunningApp } from "#tests/support/running-app.ts";
import type { Person } from "#tests/support/person.ts";
import { builtSchemaObjects, readSchemaObjects } from "../db/schema-objects.ts";
import { writeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";

describe("backup and restore of a running instance", () => {
  let running: RunningApp;
  let ana: Person;
  let company: string;
  let folder: string;
  let early: string;
  let late: string;
  let pair: BackupPair;
  const policy = randomBytes(200_000);

  const file = (name: string, bytes: Buffer) =>
    ana.upload(
      `/companies/${company}/evidence?${new URLSearchParams({ name, fileName: "a.bin", type: "Policy", controls: "XC-01" })}`,
      bytes,
    );

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "exhibit-backup-"));
    running = await runApp();
    pair = await backupPair(folder);
    ana = await running.person("Ana");
    company = await ana.found("Backed up Ltd");
    await file("Policy", policy);
    early = path.join(folder, "early.age");
    await writeBackup(instanceOf(running.database, running.folder), pair.key, early);
    await file("Later", Buffer.from("later"));
    await running.app.runTasks();
    late = path.join(folder, "late.age");
    await writeBackup(instanceOf(running.database, running.folder), pair.key, late);
  });

  afterAll(async () => {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("a restored instance on a new machine serves the same evidence, and its ledger goes on", async () => {
    const database = await freshDatabase();
    const blobs = await mkdtemp(path.join(folder, "new-machine-"));
    // Anchors are in no backup: what they know must be newer than it.
    await cp(path.join(running.folder, "anchors"), path.join(blobs, "anchors"), { recursive: true });
    const restored = await restoreBackup(instanceOf(database, blobs), late, { identity: pair.identity, older: true });
    expect(restored.blobs).toBe(2);
    const second = await runApp({ database, folder: blobs });
    const again = ana.at(second.url);
    expect((await again.get("/companies")).status, "no session comes back to life").toBe(401);
    await again.signIn();
    const { items } = (await again.get(`/companies/${company}/evidence`)).body;
    expect(items.map((item: { exhibit: string }) => item.exhibit)).toEqual(["EX-000002", "EX-000001"]);
    const download = await again.get(`/companies/${company}/evidence/${items[1].id}/file`);
    expect(Buffer.from(await download.response.arrayBuffer()).equals(policy)).toBe(true);
    const before = (await again.get(`/companies/${company}/ledger`)).body;
    await again.post(`/companies/${company}/projects`, { name: "After the restore", framework: "hipaa" });
    const after = (await again.get(`/companies/${company}/ledger`)).body;
    expect(after.size).toBe(before.size + 1);
    expect(after.key, "the same signing key").toBe((await ana.get(`/companies/${company}/ledger`)).body.key);
    await second.close();
  });

  test("a backup that lacks what the database acknowledged since is refused, and nothing changes", async () => {
    await expect(
      restoreBackup(instanceOf(running.database, running.folder), early, { identity: pair.identity, older: true }),
    ).rejects.toThrow(/would fork the ledger of company [0-9a-f-]+: the database holds \d+ entries, the backup \d+/);
    expect((await ana.get(`/companies/${company}/evidence`)).body.total).toBe(2);
  });

  test("a backup older than a signed checkpoint is refused even when the database is gone", async () => {
    const database = await freshDatabase();
    await expect(
      restoreBackup(instanceOf(database, running.folder), early, { identity: pair.identity, older: true }),
    ).rejects.toThrow(/a signed checkpoint covers \d+ entries/);
    const { rows } = await database.admin.query("SELECT count(*) AS n FROM app.companies");
    expect(rows[0].n).toBe(0);
    await database.close();
  });

  test("a backup that does not know a company with a signed checkpoint is refused even when the database is gone", async () => {
    const stranger = await freshDatabase();
    const empty = path.join(folder, "nobody.age");
    const blobs = await mkdtemp(path.join(folder, "nobody-"));
    await writeBackup(instanceOf(stranger, blobs), pair.key, empty);
    await expect(
      restoreBackup(instanceOf(stranger, running.folder), empty, { identity: pair.identity, older: true }),
    ).rejects.toThrow(
      new RegExp(`would fork the ledger of company ${company}: a signed checkpoint covers \\d+ entries, the backup 0`),
    );
    await stranger.close();
  });

  test("a database put back behind our back is noticed: nothing is signed that contradicts a checkpoint", async () => {
    const { rows } = await running.database.admin.query(
      "SELECT size, edge, root FROM app.ledger_heads WHERE company_id = $1",
      [company],
    );
    await running.database.admin.query(
      "UPDATE app.ledger_heads SET size = size - 1, root = sha256('x') WHERE company_id = $1",
      [company],
    );
    await running.database.admin.query(
      "BEGIN; ALTER TABLE app.ledger_checkpoints DISABLE TRIGGER USER; DELETE FROM app.ledger_checkpoints; ALTER TABLE app.ledger_checkpoints ENABLE TRIGGER USER; COMMIT",
    );
    const refused = await ana.get(`/companies/${company}/ledger`);
    expect([refused.status, refused.body.code]).toEqual([503, "ledger-forked"]);
    await running.database.admin.query(
      "UPDATE app.ledger_heads SET size = $2, edge = $3, root = $4 WHERE company_id = $1",
      [company, rows[0].size, rows[0].edge, rows[0].root],
    );
    expect((await ana.get(`/companies/${company}/ledger`)).status).toBe(200);
  });

  test("a backup with a hash of a subtree that its leaves do not have is refused: proofs would be made of it", async () => {
    const { admin } = running.database;
    const { rows } = await admin.query(
      "SELECT count(*)::integer AS n FROM app.ledger_nodes WHERE company_id = $1 AND level = 4",
      [company],
    );
    await admin.query("INSERT INTO app.ledger_nodes (company_id, level, index, hash) VALUES ($1, 4, $2, sha256('x'))", [
      company,
      rows[0].n,
    ]);
    const forged = path.join(folder, "forged.age");
    await writeBackup(instanceOf(running.database, running.folder), pair.key, forged);
    await admin.query(`BEGIN; ALTER TABLE app.ledger_nodes DISABLE TRIGGER USER; DELETE FROM app.ledger_nodes WHERE hash = sha256('x');
      ALTER TABLE app.ledger_nodes ENABLE TRIGGER USER; COMMIT`);
    const database = await freshDatabase();
    await expect(
      restoreBackup(instanceOf(database, path.join(folder, "z")), forged, {
        identity: pair.identity,
        older: true,
        recoverAnchors: true,
      }),
    ).rejects.toThrow(/does not verify/);
    await database.close();
  });

  test("a backup of another SECRET_KEY is refused", async () => {
    const other = { ...instanceOf(running.database, running.folder), keys: keysOf(randomBytes(32)) };
    await expect(restoreBackup(other, late, { identity: pair.identity })).rejects.toThrow(/another SECRET_KEY/);
  });

  test("a restore leaves every table protected and every append-only trigger in place", async () => {
    const database = await freshDatabase();
    await restoreBackup(instanceOf(database, path.join(folder, "y")), late, {
      identity: pair.identity,
      older: true,
      recoverAnchors: true,
    });
    const client = await database.admin.connect();
    // Its protection and its triggers are what this version has built: of another schema it would not start.
    const found = await readSchemaObjects(client);
    client.release();
    expect(found).toEqual(await builtSchemaObjects());
    await database.close();
  });
});
