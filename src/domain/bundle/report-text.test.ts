import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { gunzip } from "#server/zip/gunzip.ts";
import type { BundleContent } from "./bundle-source.ts";
import { reportText } from "./report-text.ts";

async function read(file: Uint8Array, { isApart = false, unpacks = true } = {}) {
  const bytes = async function* () {
    yield* [file.subarray(0, 7), file.subarray(7)];
  };
  const content = { bytes } as unknown as BundleContent;
  const found = { path: "artifacts/EX-000001.json", size: file.length };
  return await reportText(content, found, { gunzip: unpacks ? gunzip : undefined, isApart });
}

const MEGABYTE = 1024 * 1024;
const text = '{"name":"Größe, 大"}';
const spaces = (megabytes: number) => Buffer.alloc(megabytes * MEGABYTE, " ");

test("a report is read as its import read it: packed or not, without a byte order mark", async () => {
  for (const file of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), gzipSync(text), gzipSync(`\uFEFF${text}`)])
    expect(await read(file)).toEqual({ text });
  expect(await read(Buffer.from(""))).toEqual({ text: "" });
});

test("what is packed otherwise, in another encoding, or too large is not read, and says why", async () => {
  const unpacked = { open: "read from a packed report that cannot be unpacked here" };
  expect(await read(gzipSync(text), { unpacks: false })).toEqual(unpacked);
  expect(await read(gzipSync(text).subarray(0, 20))).toEqual(unpacked);
  expect(await read(gzipSync(spaces(65)))).toEqual(unpacked);
  expect(await read(Buffer.from("Größe", "latin1"))).toEqual({
    open: "read from a report that is not written in UTF-8",
  });
  const large = { open: "read from a report that is too large to be read again" };
  expect(await read(spaces(65))).toEqual(large);
  for (const file of [spaces(9), gzipSync(spaces(9))]) {
    expect(await read(file, { isApart: true })).toEqual(large);
    expect(await read(file)).toHaveProperty("text");
  }
});
