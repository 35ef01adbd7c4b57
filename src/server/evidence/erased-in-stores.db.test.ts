import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { backupPair, instanceOf } from "#tests/support/backup-pair.ts";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { Item, MendedCompany } from "#tests/support/mended-company.ts";
import { startS3Service } from "#tests/support/s3-service.ts";
import { openBlobStore, parseStorageAddress } from "../blobs/storage-address.ts";
import { writeBackup } from "../backup/backup.ts";
import { restoreBackup } from "../backup/restore.ts";
import { testBackup } from "../backup/test-backup.ts";

async function erased(at: MendedCompany, name: string): Promise<Item> {
  const item = await at.file(name);
  await at.withdraw(item);
  const answer = await at.people.owner.post(at.path(`/evidence/${item.id}/erasure`), {
    exhibit: item.exhibit,
    reason: "It names a client",
  });
  expect(answer.status).toBe(200);
  await at.running.app.runTasks();
  return item;
}

/** Names below a folder that hold sealed bytes. */
const sealedIn = async (folder: string) =>
  (await readdir(folder, { recursive: true })).filter(
    (name) => name.includes(".sealed") && !name.includes("erased-files"),
  );

test("the bytes are gone from a bucket of S3, and those of other items stay", async () => {
  const service = await startS3Service();
  const store = await openBlobStore(parseStorageAddress(service.url)!);
  const at = await mendedCompany({ blobs: { us: store, eu: store } });
  try {
    const kept = await at.file("Kept");
    const item = await erased(at, "Gone");
    const names = (await sealedIn(service.folder)).join();
    expect(names).toContain(kept.id);
    expect(names).not.toContain(item.id);
    const { response } = await at.people.owner.get(at.path(`/evidence/${kept.id}/file`));
    expect(await response.text()).toBe("the text of Kept");
  } finally {
    await at.running.close();
    await service.close();
  }
});

test("a backup leaves out what was erased and tests whole, and one from before does not bring the bytes back", async () => {
  const at = await mendedCompany();
  const folder = await mkdtemp(path.join(tmpdir(), "exhibit-erased-files-"));
  try {
    const instance = instanceOf(at.running.database, at.running.folder);
    const { key, identity, by } = await backupPair(folder);
    const kept = await at.file("Kept");
    const item = await at.file("Gone");
    await at.running.app.runTasks();
    const before = path.join(folder, "before.age");
    await writeBackup(instance, key, before);
    await at.withdraw(item);
    await at.people.owner.post(at.path(`/evidence/${item.id}/erasure`), { exhibit: item.exhibit, reason: "Wrong" });
    await at.running.app.runTasks();

    const after = path.join(folder, "after.age");
    const written = await writeBackup(instance, key, after);
    expect(written.blobs).toBe(1);
    expect(await testBackup(instance, after, by)).toMatchObject({ blobs: 1 });

    // The database is lost and the files are there. The ledger went on since, which is a loss that somebody has to accept.
    const database = await freshDatabase();
    const lost = instanceOf(database, at.running.folder);
    const restored = await restoreBackup(lost, before, { identity, older: true, behindSigned: true });
    await database.close();
    expect(restored).toMatchObject({ blobs: 1, erasedFiles: 1 });
    const names = (await sealedIn(path.join(at.running.folder, "us"))).join();
    expect(names).toContain(kept.id);
    expect(names).not.toContain(item.id);
  } finally {
    await at.running.close();
    await rm(folder, { recursive: true, force: true });
  }
});
