import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import { writeBackup } from "./backup.ts";
import { restoreBackup } from "./restore.ts";

test("a company that was erased stays erased when a backup from before its deletion is restored", async () => {
  const running = await runApp();
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-erased-"));
  try {
    const ana = await running.person("Ana");
    const company = await ana.found("Gone LLP");
    const query = new URLSearchParams({ name: "P", fileName: "p.txt", type: "Policy", controls: "XC-01" });
    await ana.upload(`/companies/${company}/evidence?${query}`, "the secret of a client");
    await running.app.runTasks();
    const instance = instanceOf(running.database, running.folder);
    const { key, identity } = await backupPair(folder);
    await writeBackup(instance, key, path.join(folder, "before.age"));
    await ana.post(`/companies/${company}/deletion`, { name: "Gone LLP" });
    await running.database.admin.query("UPDATE app.companies SET deletion_due_at = now() - interval '1 minute'");
    await running.app.runTasks();
    await restoreBackup(instance, path.join(folder, "before.age"), { identity });
    await running.app.runTasks();
    await ana.signIn();
    expect((await ana.get(`/companies/${company}/evidence`)).status).toBe(404);
    const { rows } = await running.database.admin.query("SELECT FROM app.companies WHERE id = $1", [company]);
    expect(rows).toHaveLength(0);
    // What was restored with the rest is gone again.
    const files = await readdir(path.join(running.folder, "us"), { recursive: true, withFileTypes: true });
    const sealed = files.filter((entry) => entry.isFile() && entry.parentPath.includes(company));
    expect(sealed).toEqual([]);
  } finally {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
});
