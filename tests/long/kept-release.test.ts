import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { emptyDatabase, freshDatabase } from "../support/fresh-database.ts";
import { fillInstallation, keepRelease } from "../support/kept-release.ts";
import { restoreOldRelease } from "../support/old-release.ts";
import { withOwnVault } from "../support/own-vault.ts";
import { runApp } from "../support/running-app.ts";

/** Where the release is to be kept, when somebody makes one: `KEEP_RELEASE=tests/upgrade/0.2.0 npm run test:long -- kept-release`. */
const wanted = process.env["KEEP_RELEASE"];

test("what an installation of this version leaves behind can be kept, and loaded again whole", async () => {
  const running = await runApp({ database: await withOwnVault(await freshDatabase()) });
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-kept-"));
  const empty = await emptyDatabase();
  try {
    const kept = await keepRelease(running, await fillInstallation(running, folder), folder);
    expect(Object.keys(kept.rows).length).toBeGreaterThan(80);
    await restoreOldRelease(empty.adminUrl, { folder, last: Object.keys(kept.migrations).at(-1)! });
    for (const [table, count] of Object.entries(kept.rows)) {
      const read = `SELECT count(*)::integer AS n, md5(string_agg(t::text, '|' ORDER BY t::text)) AS rows FROM ${table} t`;
      const [before, after] = [await running.database.admin.query(read), await empty.admin.query(read)];
      expect(after.rows, table).toEqual(before.rows);
      expect(after.rows[0].n, table).toBe(count);
    }
    if (wanted !== undefined) await cp(folder, path.resolve(import.meta.dirname, "../..", wanted), { recursive: true });
  } finally {
    await empty.close();
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
});
