import { mkdir, mkdtemp, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#tests/support/fresh-database.ts";
import { mendedCompany } from "#tests/support/mended-company.ts";
import type { MendedCompany } from "#tests/support/mended-company.ts";
import { StorageFull } from "../blobs/blob-store.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { openStores } from "../blobs/open-stores.ts";

let at: MendedCompany;
let folder: string;
/** What the next write meets. */
let next: Error | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-away-"));
  const database = await freshDatabase();
  const place = (name: string) => ({ kind: "folder", path: path.join(folder, name) }) as const;
  const stores = await openStores({ us: place("us"), eu: place("eu") }, database.databases.worker);
  const put: BlobStore["put"] = async (key, bytes) => {
    if (next) throw next;
    await stores.us.put(key, bytes);
  };
  at = await mendedCompany({ database, folder, blobs: { ...stores, us: { ...stores.us, put } } });
});
afterAll(() => at.running.close());

const upload = () => {
  const about = { name: "Late", fileName: "a.txt", type: "Policy", controls: "XC-01" };
  return at.people.owner.upload(at.path(`/evidence?${new URLSearchParams(about)}`), "bytes");
};

test("O4: an upload into a place that is not mounted is refused with 503 and a sentence, and the process goes on where another is", async () => {
  await at.file("Before");
  await rename(path.join(folder, "us"), path.join(folder, "away"));
  await mkdir(path.join(folder, "us"));
  const refused = await upload();
  expect([refused.status, refused.body.code]).toEqual([503, "storage-unavailable"]);
  expect(refused.body.message).toMatch(/^Stored files can't be reached/);
  expect(refused.response.headers.get("retry-after")).toBe("30");
  expect((await fetch(`${at.running.url}/readyz`)).status, "the other location is there").toBe(200);
  await rename(path.join(folder, "eu"), path.join(folder, "eu-away"));
  await mkdir(path.join(folder, "eu"));
  const ready = await fetch(`${at.running.url}/readyz`);
  expect([ready.status, (await ready.json()).reason]).toEqual([
    503,
    expect.stringMatching(/^storage us: .*not mounted/),
  ]);
  await rename(path.join(folder, "eu"), path.join(folder, "eu-empty"));
  await rename(path.join(folder, "eu-away"), path.join(folder, "eu"));
  await rename(path.join(folder, "away"), path.join(folder, "us")).catch(async () => {
    await rename(path.join(folder, "us"), path.join(folder, "empty"));
    await rename(path.join(folder, "away"), path.join(folder, "us"));
  });
  expect((await upload()).status).toBe(201);
  expect((await fetch(`${at.running.url}/readyz`)).status).toBe(200);
});

test("O9: a full disk is answered with 507 and when to come back", async () => {
  next = new StorageFull("the disk is full");
  const refused = await upload();
  expect([refused.status, refused.body.code, refused.response.headers.get("retry-after")]).toEqual([
    507,
    "storage-full",
    "300",
  ]);
  next = undefined;
});

test("an export that meets a place that is not mounted ends as such, and can be fetched again", async () => {
  const { owner } = at.people;
  const { id } = (await owner.post(at.path("/exports"), { format: "bundle" })).body;
  const [place, away, empty] = ["us", "us-gone", "us-bare"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await rename(place, away);
  await mkdir(place);
  const fetched = () => owner.get(at.path(`/exports/${id}/bundle`)).then((got) => got.response.arrayBuffer());
  await expect(fetched()).rejects.toThrow(/terminated|failed/);
  const [{ progress }] = (await owner.get(at.path("/exports"))).body;
  expect([progress.state, progress.failure?.code]).toEqual(["failed", "storage-unavailable"]);
  await rename(place, empty);
  await rename(away, place);
  expect((await fetched()).byteLength).toBeGreaterThan(1_000);
});
