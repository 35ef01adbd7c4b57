import { expect, test } from "vitest";
import { foreignZip } from "#tests/support/foreign-zip.ts";
import { doFolderTask, unpack } from "./folder-work.ts";

const bounds = { files: 3, each: 1_000, all: 2_000 };
const zip = (files: Readonly<Record<string, string>>, options = {}) =>
  new Blob([
    Uint8Array.from(
      foreignZip(
        Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const),
        { deflate: true, ...options },
      ),
    ),
  ]);

test("an archive is unpacked with its folders, without what computers put beside", async () => {
  const answer = await unpack(zip({ "a/b.txt": "one", "a/": "", "__MACOSX/a/._b.txt": "x", "c.txt": "two" }), bounds);
  expect(answer).toMatchObject({ ok: true, leftOut: [] });
  const files = answer.ok
    ? await Promise.all(answer.files.map(async ({ path, blob }) => [path, await blob.text()]))
    : [];
  expect(files).toEqual([
    ["a/b.txt", "one"],
    ["c.txt", "two"],
  ]);
});

test("an archive beyond its bounds is refused whole, and a file that is too large is left out and named", async () => {
  const text = "x".repeat(900);
  expect(await unpack(zip({ a: "1", b: "2", c: "3", d: "4" }), bounds)).toMatchObject({
    ok: false,
    why: /more than 3 files/,
  });
  expect(await unpack(zip({ a: text, b: text, c: text }), bounds)).toMatchObject({ ok: false, why: /more than 1 GB/ });
  const large = await unpack(zip({ "a.txt": "1", "b.txt": "x".repeat(1_001) }), bounds);
  expect(large).toMatchObject({ ok: true, leftOut: [{ path: "b.txt", why: /larger/ }] });
});

test("a file that unpacks to more than its directory says is not unpacked", async () => {
  const lying = zip(
    { "a.txt": "1", "b.txt": "x".repeat(100_000) },
    {
      descriptors: true,
      record: (record: Buffer, path: string) => path === "b.txt" && record.writeUInt32LE(10, 24),
    },
  );
  const answer = await unpack(lying, bounds);
  expect(answer.ok && answer.files.map(({ path }) => path)).toEqual(["a.txt"]);
  expect(answer.ok && answer.leftOut.map(({ path }) => path)).toContain("b.txt");
});

test("what is no archive is refused, and a table that is no index is none", async () => {
  expect(await unpack(new Blob(["no archive"]), bounds)).toMatchObject({ ok: false });
  expect(await doFolderTask({ index: new Blob(["Size,Owner\n1,2"]), today: "2026-11-23" })).toEqual({
    index: undefined,
  });
  expect(await doFolderTask({ index: new Blob(["file,title\na,b"]), today: "2026-11-23" })).toMatchObject({
    index: { ok: true },
  });
});
