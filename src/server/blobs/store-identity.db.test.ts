import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import type { FreshDatabase } from "#tests/support/fresh-database.ts";
import { startS3Service } from "#tests/support/s3-service.ts";
import { StorageUnavailable } from "./blob-store.ts";
import { adoptStores, openAnyStores, openStores, UnusableStorage } from "./open-stores.ts";
import type { StorageAddresses } from "./open-stores.ts";
import { parseStorageAddress } from "./storage-address.ts";
import { identityFault, sayIdentityFault } from "./store-identity.ts";

let database: FreshDatabase;
let folder: string;
const addresses = (name = "us"): StorageAddresses => ({
  us: { kind: "folder", path: path.join(folder, name) },
  eu: { kind: "folder", path: path.join(folder, "eu") },
});
const worker = () => database.databases.worker;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-identity-"));
  await database.admin.query("DELETE FROM app.store_identities");
  return () => rm(folder, { recursive: true, force: true });
});

async function* bytes() {
  yield Buffer.from("sealed");
}

test("O4: a place is given an id at the first start, and the next start knows it", async () => {
  await openStores(addresses(), worker());
  const { us } = await openStores(addresses(), worker());
  await us.put("v1/a.sealed", bytes());
  expect((await us.read("v1/a.sealed"))?.toString()).toBe("sealed");
});

test("O4: a folder that is unmounted takes no upload, and says of no file that it is missing; mounted again it goes on", async () => {
  const { us } = await openStores(addresses(), worker());
  await us.put("v1/a.sealed", bytes());
  // What is left when a file system is taken off its folder: another, empty folder.
  await rename(path.join(folder, "us"), path.join(folder, "mounted"));
  await mkdir(path.join(folder, "us"));
  await expect(us.put("v1/b.sealed", bytes())).rejects.toThrow(StorageUnavailable);
  await expect(us.assertSpace()).rejects.toThrow(StorageUnavailable);
  await expect(us.open("v1/a.sealed")).rejects.toThrow(StorageUnavailable);
  await rm(path.join(folder, "us"), { recursive: true });
  await expect(us.put("v1/b.sealed", bytes()), "nor where there is no folder at all").rejects.toThrow(
    StorageUnavailable,
  );
  await rename(path.join(folder, "mounted"), path.join(folder, "us"));
  await us.put("v1/b.sealed", bytes());
  expect(await us.open("v1/c.sealed"), "a file that is not there is missing").toBeUndefined();
});

test("O2, O4: no process starts on an empty place, on another one, or with an empty database beside files, and each is told what to do", async () => {
  await openStores(addresses(), worker());
  await expect(openStores(addresses("empty"), worker())).rejects.toThrow(/is empty or not mounted.*recover store/);
  await mkdir(path.join(folder, "other"));
  await writeFile(path.join(folder, "other", "exhibit-store.json"), '{"store":"another"}\n');
  await expect(openStores(addresses("other"), worker())).rejects.toThrow(/another Exhibit/);
  await database.admin.query("DELETE FROM app.store_identities");
  await expect(openStores(addresses("other"), worker())).rejects.toThrow(/the database is empty.*recover database/);
  await expect(openStores(addresses("other"), worker())).rejects.toThrow(UnusableStorage);
  await adoptStores(await openAnyStores(addresses("other")), worker());
  await openStores(addresses("other"), worker());
});

test("O4: the same with a bucket of S3", async () => {
  const service = await startS3Service();
  try {
    const both = { us: parseStorageAddress(service.url)!, eu: parseStorageAddress(service.url)! };
    const { us } = await openStores(both, worker());
    await us.put("v1/a.sealed", bytes());
    await rm(service.folder, { recursive: true, force: true });
    await mkdir(service.folder, { recursive: true });
    await expect(openStores(both, worker(), 1)).rejects.toThrow(/the bucket cannot be used|not mounted/);
  } finally {
    await service.close();
  }
});

test("O4: what speaks against a place follows from what database and place know", () => {
  const facts = { known: undefined, found: undefined, hasFiles: false, hasPeople: true, holdsFiles: false };
  expect(identityFault(facts)).toBeUndefined();
  expect(identityFault({ ...facts, hasFiles: true, holdsFiles: true }), "an installation of before").toBeUndefined();
  expect(identityFault({ ...facts, hasFiles: true })).toBe("lost");
  expect(identityFault({ ...facts, hasPeople: false, holdsFiles: true })).toBe("strange");
  expect(identityFault({ ...facts, known: "a", found: "a" })).toBeUndefined();
  expect(identityFault({ ...facts, known: "a" })).toBe("lost");
  expect(identityFault({ ...facts, known: "a", found: "b" })).toBe("other");
  expect(sayIdentityFault("lost", "STORAGE_US_URL (/srv/us)")).toMatch(/^STORAGE_US_URL \(\/srv\/us\) does not hold/);
});
