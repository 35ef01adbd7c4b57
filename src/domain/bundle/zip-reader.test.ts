import { describe, expect, test } from "vitest";
import { dataDescriptor, directoryRecord, dosTime, endRecords, localHeader } from "#domain/bundle/zip-layout.ts";
import { verifyBundle } from "#domain/bundle/verify-bundle.ts";
import { nodeZip } from "#server/zip/bundle-sources.ts";
import { sampleBundle, zipOf } from "#tests/support/sample-bundle.ts";
import { zipSource } from "./zip-source.ts";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { DIRECTORY, openZip } from "./zip-reader.ts";
import { withWindow } from "./stream-chunks.ts";
import type { ReadAt } from "./stream-chunks.ts";

const { files } = sampleBundle();
const zip = await zipOf(files);

const readerOf =
  (bytes: Buffer): ReadAt =>
  async (into, position) =>
    bytes.subarray(position).copy(into);

async function accused(bytes: Buffer): Promise<string[]> {
  const source = await zipSource(readerOf(bytes), bytes.length, nodeZip);
  const { problems } = await verifyBundle(source, nodeCryptography);
  return [...new Set(problems.map(({ path }) => path))];
}

/** For each byte of the archive, the file it belongs to; undefined for the bytes of the archive itself. */
async function owners(): Promise<(string | undefined)[]> {
  const list: (string | undefined)[] = Array.from({ length: zip.length });
  const archive = await openZip(readerOf(zip), zip.length);
  for (const { path, size, offset } of archive.files) {
    const begin = offset + localHeader(Buffer.from(path), dosTime(new Date(0))).length;
    list.fill(path, begin, begin + size);
  }
  return list;
}

test("an archive as our writer makes it has no damage, and every file reads back", async () => {
  const archive = await openZip(readerOf(zip), zip.length);
  expect(archive.damage).toEqual([]);
  expect(archive.files.map(({ path }) => path)).toEqual([...files.keys()]);
  for (const file of archive.files) {
    const chunks: Buffer[] = [];
    for await (const chunk of file.read()) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).equals(files.get(file.path)!)).toBe(true);
  }
  expect(await accused(zip)).toEqual([]);
});

test("S3: a directory that points to and fro makes nobody read more than the archive holds", async () => {
  const count = 4_000;
  const content = 8 << 20;
  const time = dosTime(new Date(0));
  const records = Array.from({ length: count }, (_, n) => {
    const path = `a${n}`;
    const entry = { path, crc32: 0, size: content / 2, offset: (n * 7_919_000) % (content / 2) };
    const record = directoryRecord(Buffer.from(path), entry, time);
    // What follows an altered record may be anywhere.
    if (n % 2 === 0) record[4]! ^= 1;
    return record;
  });
  const directory = Buffer.concat(records);
  const bytes = Buffer.concat([Buffer.alloc(content), directory, endRecords(count, content, directory.length)]);
  let read = 0;
  const counted: ReadAt = async (into, position) => {
    const got = bytes.subarray(position).copy(into);
    read += got;
    return got;
  };
  const archive = await openZip(withWindow(counted), bytes.length);
  expect(archive.damage).toHaveLength(count);
  expect(read).toBeLessThan(2 * bytes.length);
});

test("a byte changed anywhere is refused, and inside of a file only that file is named", async () => {
  const owner = await owners();
  for (let at = 0; at < zip.length; at++) {
    // Each byte between the files is asked of below, and each byte of a file where whole bundles are verified.
    if (owner[at] === owner[at - 1] && owner[at] === owner[at + 1] && at % 16 > 0) continue;
    const changed = Buffer.from(zip);
    changed[at]! ^= 1 << (at % 8);
    const paths = await accused(changed);
    expect([at, paths.length > 0]).toEqual([at, true]);
    expect([at, paths]).toEqual([at, owner[at] === undefined ? paths : [owner[at]]]);
  }
});

test("each byte between the files belongs to a file's header or descriptor, or to the directory, and is named so", async () => {
  const owner = await owners();
  const names = new Set<string>([...files.keys(), DIRECTORY]);
  for (let at = 0; at < zip.length; at++) {
    if (owner[at] !== undefined) continue;
    const changed = Buffer.from(zip);
    changed[at]! ^= 0xff;
    const { damage } = await openZip(readerOf(changed), zip.length);
    // A name is only known by its own bytes: where these were changed, the record bears another.
    expect([at, damage.length]).toEqual([at, 1]);
    expect(names).toContain(damage[0]!.path);
  }
});

test("an archive cut short anywhere is refused", async () => {
  for (let length = 0; length < zip.length; length += 13) {
    expect([length, await accused(zip.subarray(0, length))]).not.toEqual([length, []]);
  }
  expect(await accused(zip.subarray(0, -1))).not.toEqual([]);
});

test.each([
  ["bytes after its end", Buffer.concat([zip, Buffer.from("x")])],
  ["bytes before its beginning", Buffer.concat([Buffer.from("x"), zip])],
  ["itself after itself", Buffer.concat([zip, zip])],
  ["a comment", Buffer.concat([zip.subarray(0, -2), Buffer.from([1, 0]), Buffer.from("x")])],
  ["nothing in it at all", Buffer.alloc(0)],
])("an archive with %s is refused", async (_, bytes) => {
  expect(await accused(bytes)).toContain(DIRECTORY);
});

test("a checksum that is wrong in both places is refused, though every file is whole", async () => {
  const archive = await openZip(readerOf(zip), zip.length);
  const { crc32, path } = archive.files[0]!;
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32);
  const [inDescriptor, inDirectory] = [zip.indexOf(sum), zip.lastIndexOf(sum)];
  expect(inDirectory).toBeGreaterThan(inDescriptor);
  const changed = Buffer.from(zip);
  changed[inDescriptor]! ^= 1;
  changed[inDirectory]! ^= 1;
  expect((await openZip(readerOf(changed), zip.length)).damage).toEqual([]);
  expect(await accused(changed)).toEqual([path]);
});

describe("an archive of a forger who knows the format", () => {
  const at = dosTime(new Date("2026-11-21T06:00:00Z"));
  interface Entry {
    readonly path: string;
    readonly offset?: number;
    readonly size?: number;
  }

  /** Entries without content, each at its place unless told otherwise. */
  async function damageOf(entries: readonly Entry[], gap = ""): Promise<readonly string[]> {
    const parts: Uint8Array[] = [];
    const records: Uint8Array[] = [];
    let position = 0;
    for (const { path, size = 0, offset = position } of entries) {
      const name = Buffer.from(path);
      const part = Buffer.concat([localHeader(name, at), dataDescriptor(0, size)]);
      records.push(directoryRecord(name, { path, crc32: 0, size, offset }, at));
      parts.push(part);
      position += part.length;
    }
    const directory = Buffer.concat(records);
    const start = position + gap.length;
    const end = endRecords(entries.length, start, directory.length);
    const bytes = Buffer.concat([...parts, Buffer.from(gap), directory, end]);
    const archive = await openZip(readerOf(bytes), bytes.length);
    for (const file of archive.files) for await (const chunk of file.read()) expect(chunk.length).toBeGreaterThan(0);
    return archive.damage.map(({ path, sentence }) => `${path}: ${sentence}`);
  }

  test.each<[string, readonly Entry[], string]>([
    ["with a file twice", [{ path: "a" }, { path: "a" }], "a: The ZIP directory has it twice."],
    ["with names that differ in case only", [{ path: "a" }, { path: "A" }], "A: The ZIP directory has it twice."],
    ["with an unsafe name", [{ path: "../a" }], `${DIRECTORY}: The ZIP directory has a name that no bundle has.`],
    [
      "with two entries for the same bytes",
      [{ path: "a" }, { path: "b", offset: 0 }],
      "b: The ZIP directory has it in the wrong place.",
    ],
    [
      "with a file longer than the archive",
      [{ path: "a", size: 2 ** 60 }, { path: "b" }],
      "a: Its record in the ZIP directory was altered.",
    ],
    [
      "with a file far outside of it",
      [{ path: "a", offset: 2 ** 60 }, { path: "b" }],
      "a: Its record in the ZIP directory was altered.",
    ],
  ])("%s is refused", async (_, entries, damage) => {
    expect(await damageOf(entries)).toEqual([damage]);
  });

  test("with bytes that belong to no file is refused", async () => {
    const damage = `${DIRECTORY}: The archive has bytes that belong to no file.`;
    expect(await damageOf([{ path: "a" }, { path: "b" }], "hidden")).toEqual([damage]);
  });
});

test("an archive of 20 GB is opened without reading more than what is not content", async () => {
  const at = dosTime(new Date("2026-11-21T06:00:00Z"));
  const size = 5 * 2 ** 32;
  const name = Buffer.from("large.bin");
  const small = Buffer.from("small.txt");
  const header = localHeader(name, at);
  const start = header.length + size + dataDescriptor(0, 0).length;
  const segments = new Map<number, Uint8Array>([
    [0, header],
    [header.length + size, dataDescriptor(7, size)],
    [start, localHeader(small, at)],
    [start + localHeader(small, at).length, dataDescriptor(0, 0)],
  ]);
  const directory = Buffer.concat([
    directoryRecord(name, { path: "large.bin", crc32: 7, size, offset: 0 }, at),
    directoryRecord(small, { path: "small.txt", crc32: 0, size: 0, offset: start }, at),
  ]);
  const directoryAt = start + localHeader(small, at).length + dataDescriptor(0, 0).length;
  segments.set(directoryAt, directory);
  const end = endRecords(2, directoryAt, directory.length);
  segments.set(directoryAt + directory.length, end);
  let read = 0;
  const readAt: ReadAt = async (into, position) => {
    const bytes = Buffer.from(segments.get(position) ?? []);
    read += into.length;
    return bytes.copy(into);
  };
  const archive = await openZip(readAt, directoryAt + directory.length + end.length);
  expect(archive.damage).toEqual([]);
  expect(archive.files).toMatchObject([
    { path: "large.bin", size, offset: 0 },
    { path: "small.txt", size: 0, offset: start },
  ]);
  expect(read).toBeLessThan(1_000);
});
