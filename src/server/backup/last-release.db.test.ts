import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { withOwnVault } from "#tests/support/own-vault.ts";
import { knownMigrations } from "../db/migrate.ts";
import { readSchemaState } from "../db/schema-state.ts";
import { withAdministrator } from "../vault/administrator.ts";
import { rewrapAll } from "../vault/rewrap.ts";
import { restoreBackup } from "./restore.ts";

/** Written by the program of commit 42c1b4b, with the key of the tests: one account, one company, one item, one project. */
const FIXTURE = path.resolve(import.meta.dirname, "fixtures/last-release.zip.gz");

test("a backup of the last release is brought to this version, when somebody says that nothing authenticates it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-last-release-"));
  // Its values are wrapped by keys made from SECRET_KEY, those of this place are random.
  const database = await withOwnVault(await freshDatabase());
  try {
    const file = path.join(folder, "last.zip");
    await writeFile(file, gunzipSync(await readFile(FIXTURE)));
    const { identity } = await backupPair(folder);
    const instance = instanceOf(database, folder);
    await expect(restoreBackup(instance, file, { identity })).rejects.toThrow(/could add a person or a row/);
    await expect(restoreBackup(instance, file, {})).rejects.toThrow(/--identity FILE/);
    const restored = await restoreBackup(instance, file, { unauthenticated: true, recoverAnchors: true });
    expect(restored).toMatchObject({ blobs: 1, erased: 0 });
    const { rows } = await database.admin.query(
      `SELECT (SELECT name FROM app.companies) AS company, (SELECT name FROM app.evidence) AS item, (SELECT name FROM app.projects) AS project,
         (SELECT count(*)::integer FROM app.company_keys) AS keys, (SELECT count(*)::integer FROM migrations.kysely_migration) AS migrations`,
    );
    expect(rows[0]).toEqual({
      company: "Old Release Ltd",
      item: "Policy",
      project: "Project of then",
      keys: 1,
      migrations: (await knownMigrations()).length,
    });
    const behind = await withAdministrator(database.adminUrl, (client) => rewrapAll(client, database.keys, () => {}));
    expect(behind, "every value opens, by the keys of this place").toBe(0);
    const { rows: left } = await database.admin.query(
      "SELECT datname FROM pg_database WHERE datname LIKE 'exhibit\\_forward\\_%'",
    );
    expect(left).toEqual([]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});

/** An installation of commit 51d34bd, kept for the test of upgrades. */
const KEPT = path.resolve(import.meta.dirname, "../../../tests/upgrade/51d34bd");

test("an encrypted backup of an earlier version is brought to this version, with its rows and files", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-earlier-"));
  const database = await withOwnVault(await freshDatabase());
  try {
    const facts = JSON.parse(await readFile(path.join(KEPT, "facts.json"), "utf8"));
    // The keys that lie beside it may be used for 35 days.
    const instance = { ...instanceOf(database, folder), now: () => new Date("2026-11-23T12:00:00Z") };
    const restored = await restoreBackup(instance, path.join(KEPT, "backup.age"), {
      identity: path.join(KEPT, "identity.txt"),
      recoverAnchors: true,
    });
    expect(restored).toMatchObject({ blobs: 5, erased: 0 });
    const { rows } = await database.admin.query(
      `SELECT (SELECT count(*)::integer FROM app.evidence WHERE company_id = $1) AS items, (SELECT count(*)::integer FROM auth.users) AS people,
         (SELECT email FROM auth.users WHERE id = $2) AS olga`,
      [facts.company, facts.olga.id],
    );
    expect(rows[0]).toEqual({ items: 5, people: 2, olga: facts.olga.email });
    expect((await readSchemaState(database.admin)).applied.map(({ name }) => name)).toEqual(await knownMigrations());
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
