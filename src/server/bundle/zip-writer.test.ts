import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lacks } from "#tests/support/machine.ts";
import { zipOf } from "#tests/support/sample-bundle.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { plainCrc32 } from "#domain/bundle/crc32.ts";
import { crc32 } from "../zip/crc32.ts";
import { ZipWriter } from "./zip-writer.ts";

const date = new Date("2026-11-21T06:07:08Z");
const large = Buffer.alloc(3_000_001, "evidence ");
const files: [path: string, bytes: Buffer][] = [
  ["README.txt", Buffer.from("read me\n")],
  ["artifacts/EX-000001-empty.txt", Buffer.alloc(0)],
  ["artifacts/EX-000002-large file.bin", large],
];

const nowhere = () => new ZipWriter(() => Promise.resolve(), { date });

describe("another program reads our archive, every file whole:", () => {
  test.skipIf(lacks("unzip"))("unzip", async () => {
    const folder = temporaryFolder();
    const zip = join(folder, "bundle.zip");
    writeFileSync(zip, await zipOf(files));
    expect(spawnSync("unzip", ["-t", zip]).stdout.toString()).toContain("No errors detected");
    const into = join(folder, "out");
    mkdirSync(into);
    spawnSync("unzip", ["-q", zip, "-d", into]);
    for (const [path, bytes] of files) expect(readFileSync(join(into, path)).equals(bytes)).toBe(true);
  });

  test.skipIf(lacks("python3"))("Python", async () => {
    const zip = join(temporaryFolder(), "bundle.zip");
    writeFileSync(zip, await zipOf(files));
    const program = `import zipfile, hashlib, sys
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
for i in z.infolist(): print(i.filename, i.file_size, i.compress_type, i.date_time[:3], hashlib.sha256(z.read(i)).hexdigest())`;
    const { stdout } = spawnSync("python3", ["-c", program, zip]);
    const sum = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    const lines = files.map(([path, bytes]) => `${path} ${bytes.length} 0 (2026, 11, 21) ${sum(bytes)}\n`);
    expect(stdout.toString()).toBe(lines.join(""));
  });
});

test("the same files and date give the same bytes, in whatever pieces they came", async () => {
  const write = async (pieces: number) => {
    const hash = createHash("sha256");
    const zip = new ZipWriter(async (chunk) => void hash.update(chunk), { date });
    for (const [path, bytes] of files) {
      const step = Math.max(1, Math.ceil(bytes.length / pieces));
      const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, i) =>
        bytes.subarray(i * step, (i + 1) * step),
      );
      await zip.addStream(path, chunks);
    }
    await zip.finish();
    return hash.digest("hex");
  };
  expect(await write(1)).toBe(await write(7));
});

test("each file is answered with its size and SHA-256", async () => {
  const added = await nowhere().addBytes("a.bin", large);
  expect(added.size).toBe(large.length);
  expect(added.sha256.equals(createHash("sha256").update(large).digest())).toBe(true);
});

test("chunks are handed on as they are, never copied or gathered", async () => {
  const seen: Uint8Array[] = [];
  const zip = new ZipWriter(async (chunk) => void seen.push(chunk), { date });
  const chunks = [large.subarray(0, 1_000), large.subarray(1_000)];
  await zip.addStream("a.bin", chunks);
  expect(seen).toEqual(expect.arrayContaining(chunks));
  expect(seen[1]).toBe(chunks[0]);
});

test("a path that is unsafe, or there already in any case, is refused, and the archive can go on", async () => {
  const zip = nowhere();
  await zip.addBytes("a/b.txt", large);
  for (const path of ["../a", "/a", "a\\b", "a\0", "a//b", "", "a/b.txt", "A/B.TXT"]) {
    await expect(zip.addBytes(path, large)).rejects.toThrow(/not a safe path|twice/);
  }
  await zip.addBytes("a/c.txt", large);
  await zip.finish();
});

test("an archive whose file failed, or that is finished, takes nothing more and is not finished", async () => {
  const failed = nowhere();
  const broken = (async function* () {
    yield large;
    await Promise.reject(new Error("the seal is broken"));
  })();
  await expect(failed.addStream("a.bin", broken)).rejects.toThrow("the seal is broken");
  await expect(failed.addBytes("b.bin", large)).rejects.toThrow(/has failed/);
  await expect(failed.finish()).rejects.toThrow(/has failed/);

  const finished = nowhere();
  await finished.finish();
  await expect(finished.addBytes("a.bin", large)).rejects.toThrow(/finished/);
  await expect(finished.finish()).rejects.toThrow(/finished/);
});

test("two files at once would be mixed, and are refused", async () => {
  const zip = nowhere();
  const written = zip.addBytes("a.bin", large);
  await expect(zip.addBytes("b.bin", large)).rejects.toThrow(/still being added/);
  await written;
  await zip.finish();
});

test("the checksum is the same without Node's own", () => {
  const check = Buffer.from("123456789");
  expect(plainCrc32(check)).toBe(0xcbf43926);
  for (const bytes of [Buffer.alloc(0), check, large.subarray(0, 10_000)]) {
    const half = bytes.length >> 1;
    expect(plainCrc32(bytes)).toBe(crc32(bytes));
    expect(plainCrc32(bytes.subarray(half), plainCrc32(bytes.subarray(0, half)))).toBe(crc32(bytes));
  }
});
