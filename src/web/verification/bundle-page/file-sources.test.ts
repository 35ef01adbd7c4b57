import { File } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { zipSource } from "#domain/bundle/zip-source.ts";
import { nodeSums, nodeZip } from "#server/zip/bundle-sources.ts";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { sampleBundle, zipOf } from "#tests/support/sample-bundle.ts";
import { sourceOf } from "./file-sources.ts";
import type { Picked } from "./file-sources.ts";
import { nobleCryptography, nobleSums } from "./noble-cryptography.ts";
import { wordProgress } from "./speed.ts";

const sample = sampleBundle();
const zip = await zipOf(sample.files);

const picked = (bytes: Buffer): Picked => ({ zip: new File([bytes], "bundle.zip") as unknown as globalThis.File });

const inBrowser = async (bytes: Buffer) =>
  await verifyBundle(await sourceOf(picked(bytes), () => {}), nobleCryptography, { key: sample.vkey });

const onCommandLine = async (bytes: Buffer) => {
  const readAt = async (into: Uint8Array, position: number) => bytes.subarray(position).copy(into);
  return await verifyBundle(await zipSource(readAt, bytes.length, nodeZip), nodeCryptography, { key: sample.vkey });
};

test("the page finds of a bundle what the command finds, whichever byte was changed", async () => {
  const whole = await inBrowser(zip);
  expect(whole.problems).toEqual([]);
  expect(whole).toEqual(await onCommandLine(zip));
  for (let at = 3; at < zip.length; at += 97) {
    const altered = Buffer.from(zip);
    altered[at]! ^= 4;
    const found = await inBrowser(altered);
    expect(found.problems.length, `byte ${at}`).toBeGreaterThan(0);
    expect(found, `byte ${at}`).toEqual(await onCommandLine(altered));
  }
});

test("a chosen folder is a bundle without the folder's own name", async () => {
  const folder = [...sample.files].map(([path, bytes]) =>
    Object.assign(new File([bytes], path.split("/").at(-1)!), { webkitRelativePath: `unpacked/${path}` }),
  ) as unknown as globalThis.File[];
  let read = 0;
  const source = await sourceOf({ folder }, (bytes) => void (read += bytes));
  const report = await verifyBundle(source, nobleCryptography);
  expect([report.problems, report.files]).toEqual([[], sample.files.size]);
  expect(read).toBeGreaterThanOrEqual(folder.reduce((sum, { size }) => sum + size, 0));
});

test("files are hashed as Node hashes them, in whatever pieces they come", () => {
  const bytes = randomBytes(100_003);
  const [ours, theirs] = [nobleSums(), nodeSums()];
  for (let at = 0; at < bytes.length; at += 7_919) {
    ours.update(bytes.subarray(at, at + 7_919));
    theirs.update(bytes.subarray(at, at + 7_919));
  }
  expect(ours.crc32()).toBe(theirs.crc32());
  expect(Buffer.from(ours.sha256())).toEqual(createHash("sha256").update(bytes).digest());
});

test("progress is told in the units of a person, and time left only once it can be", () => {
  expect(wordProgress(500, 2_000_000_000, 1)).toBe("500 bytes of 2.0 GB");
  expect(wordProgress(500_000_000, 2_000_000_000, 5)).toBe("500.0 MB of 2.0 GB, about 15 seconds left");
  expect(wordProgress(10_000_000, 2_000_000_000, 5)).toBe("10.0 MB of 2.0 GB, about 17 minutes left");
  expect(wordProgress(2_100_000_000, 2_000_000_000, 20)).toBe("2.0 GB of 2.0 GB");
});
