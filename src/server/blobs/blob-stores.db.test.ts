import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runApp } from "#tests/support/running-app.ts";
import { startS3Service } from "#tests/support/s3-service.ts";
import type { S3Service } from "#tests/support/s3-service.ts";
import type { BlobStore } from "./blob-store.ts";
import { openBlobStore, parseStorageAddress } from "./storage-address.ts";

const KEY = "company/2026/an-item.sealed";
let service: S3Service;
let folder: string;

beforeAll(async () => {
  service = await startS3Service();
  folder = await mkdtemp(path.join(tmpdir(), "exhibit-blobs-"));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function* inChunks(bytes: Buffer, size = 70_000) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function* brokenOff(bytes: Buffer) {
  yield* inChunks(bytes);
  throw new Error("the reader left");
}

describe.each(["a folder", "a bucket of S3"])("blobs in %s", (kind) => {
  let store: BlobStore;
  beforeAll(async () => {
    store = await openBlobStore(parseStorageAddress(kind === "a folder" ? `file://${folder}` : service.url)!);
  });

  test("an object comes back whole, at any position, and is gone once it is removed", async () => {
    const bytes = randomBytes(20_000_000);
    await store.put(KEY, inChunks(bytes));
    expect((await store.read(KEY))?.equals(bytes)).toBe(true);
    const blob = (await store.open(KEY))!;
    expect(blob.size).toBe(bytes.length);
    for (const [position, length] of [
      [0, 10],
      [5, 64_000],
      [8_388_600, 100],
      [19_999_990, 100],
      [3, 7],
      [20_000_000, 5],
    ] as const)
      expect((await blob.readAt(position, length)).equals(bytes.subarray(position, position + length))).toBe(true);
    await blob.close();
    await store.remove(KEY);
    expect(await store.open(KEY)).toBeUndefined();
    expect(await store.read(KEY)).toBeUndefined();
    await store.remove(KEY);
  });

  test("what was broken off is not there, small or large", async () => {
    for (const size of [1_000, 12_000_000]) {
      await expect(store.put(KEY, brokenOff(randomBytes(size)))).rejects.toThrow("the reader left");
      expect(await store.open(KEY)).toBeUndefined();
    }
  });

  test("a small object is replaced, and its folder lists it by name", async () => {
    await store.replace("heads/one.json", Buffer.from("1"));
    await store.replace("heads/one.json", Buffer.from("2"));
    await store.replace("heads/two.json", Buffer.from("3"));
    expect((await store.read("heads/one.json"))?.toString()).toBe("2");
    expect([...(await store.list("heads"))].sort()).toEqual(["one.json", "two.json"]);
    expect(await store.list("nobody")).toEqual([]);
  });

  test.each(["../secret", "/etc/passwd", "a/../../b", ""])("%j is no key", async (key) => {
    await expect((async () => await store.read(key))()).rejects.toThrow("not a blob key");
  });
});

test("evidence filed into a bucket lies there sealed, and comes back as it was sent", async () => {
  const kept = await openBlobStore(parseStorageAddress(service.url)!);
  const running = await runApp({ blobs: { us: kept, eu: kept } });
  try {
    const ana = await running.person("Ana");
    const company = await ana.found("Bucket LLP");
    const bytes = Buffer.concat([Buffer.from("CANARY"), randomBytes(9_000_000)]);
    const query = new URLSearchParams({ name: "Policy", fileName: "policy.bin", type: "Policy", controls: "XC-01" });
    const filed = await ana.upload(`/companies/${company}/evidence?${query}`, bytes);
    expect(filed.status).toBe(201);
    const download = await ana.get(`/companies/${company}/evidence/${filed.body.id}/file`);
    const sha256 = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");
    expect(sha256(Buffer.from(await download.response.arrayBuffer()))).toBe(sha256(bytes));
    const objects = (await readdir(service.folder, { recursive: true })).filter((name) => name.includes(".sealed"));
    expect(objects.length).toBeGreaterThan(0);
    for (const name of objects.filter((object) => object.endsWith("_object")))
      expect((await readFile(path.join(service.folder, name))).includes("CANARY")).toBe(false);
  } finally {
    await running.close();
  }
});

test("an address says which bucket, where, and with which key", () => {
  expect(parseStorageAddress("s3://KEY:se%2Fcret@firm-evidence/eu/kept/?region=eu-central-1")).toEqual({
    kind: "s3",
    bucket: "firm-evidence",
    prefix: "eu/kept/",
    region: "eu-central-1",
    credentials: { accessKeyId: "KEY", secretAccessKey: "se/cret" },
  });
  expect(parseStorageAddress("s3://firm-evidence")).toEqual({
    kind: "s3",
    bucket: "firm-evidence",
    prefix: "",
    region: "us-east-1",
  });
  for (const wrong of [
    "s3://",
    "s3://UPPER_case!",
    "s3://b:1/x",
    "s3://KEY@bucket",
    "s3://bucket?endpoint=ftp://x",
    "s3://bucket?reigon=x",
    "https://bucket",
  ])
    expect(parseStorageAddress(wrong), wrong).toBeUndefined();
});
