import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderBlobStore } from "./folder-blob-store.ts";
import { isSmallFile, SealedFiles } from "./sealed-files.ts";
import { SEGMENT_BYTES } from "./sealed-stream.ts";
import { storeSmall } from "./small-artifacts.ts";

const company = randomUUID();
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), "sealed-files-"))));
afterAll(async () => await rm(folder, { recursive: true }));

/** Files of these sizes, stored; and where each lies. */
async function stored(sizes: readonly number[]) {
  const store = folderBlobStore(folder);
  const plain = sizes.map((size) => randomBytes(size));
  const artifacts = await storeSmall(store, company, new Date(), plain);
  const files = artifacts.map((artifact) => ({
    store,
    artifact: { ...artifact, companyId: company, artifactId: artifact.id },
  }));
  return { plain, files };
}

async function open(files: Parameters<SealedFiles["open"]>[0]) {
  const threads = new SealedFiles();
  try {
    return await threads.open(files);
  } finally {
    await threads.close();
  }
}

test("files up to a segment come back whole and in order, each with its checksum", async () => {
  const { plain, files } = await stored([1, 2_000, SEGMENT_BYTES]);
  const opened = await open(files);
  expect(opened.map((file) => Buffer.from(file!.bytes).equals(plain[opened.indexOf(file)]!))).toEqual([
    true,
    true,
    true,
  ]);
  expect(opened.map((file) => file!.crc32)).toEqual(plain.map((bytes) => crc32(bytes)));
});

test("a file that is altered, cut, longer, moved, gone or another's is none, and the others are whole", async () => {
  const { plain, files } = await stored([500, 500, 500, 500, 500, 500, 500]);
  const fileOf = (at: number) => files[at]!.store.fileOf!(files[at]!.artifact.blobKey);
  const bytes = await readFile(fileOf(0));
  bytes[40]! ^= 1;
  await writeFile(fileOf(0), bytes);
  await writeFile(fileOf(1), (await readFile(fileOf(1))).subarray(0, -1));
  await writeFile(fileOf(2), Buffer.concat([await readFile(fileOf(2)), Buffer.of(0)]));
  await writeFile(fileOf(3), await readFile(fileOf(6)));
  await rm(fileOf(4));
  files[5] = { ...files[5]!, artifact: { ...files[5]!.artifact, sha256: randomBytes(32) } };
  const opened = await open(files);
  expect(opened.slice(0, 6)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  expect(Buffer.from(opened[6]!.bytes).equals(plain[6]!)).toBe(true);
});

test("a list that is asked for while another is opened is refused, and none takes the other's files", async () => {
  const { plain, files } = await stored([10, 20]);
  const threads = new SealedFiles();
  const first = threads.open([files[0]!]);
  await expect(threads.open([files[1]!])).rejects.toThrow("files are being opened already");
  expect(Buffer.from((await first)[0]!.bytes).equals(plain[0]!)).toBe(true);
  expect(Buffer.from((await threads.open([files[1]!]))[0]!.bytes).equals(plain[1]!)).toBe(true);
  await threads.close();
});

test("a thread that ends fails what it was asked, and the next list is opened by another", async () => {
  const { plain, files } = await stored([10]);
  const threads = new SealedFiles();
  const asked = threads.open(files);
  await threads.close();
  await expect(asked).rejects.toThrow("the thread that opens files has ended");
  expect(Buffer.from((await threads.open(files))[0]!.bytes).equals(plain[0]!)).toBe(true);
  await threads.close();
});

test("what lies elsewhere, or is more than a segment, is read another way", () => {
  const store = folderBlobStore(folder);
  expect(isSmallFile(store, { size: SEGMENT_BYTES })).toBe(true);
  expect(isSmallFile(store, { size: SEGMENT_BYTES + 1 })).toBe(false);
  const { fileOf: _, ...elsewhere } = store;
  expect(isSmallFile(elsewhere, { size: 1 })).toBe(false);
});
