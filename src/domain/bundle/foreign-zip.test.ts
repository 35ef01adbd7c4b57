import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { nodeZip } from "#server/zip/bundle-sources.ts";
import { nodeCryptography } from "#server/ledger/node-cryptography.ts";
import { inflate as inflateInBrowser } from "#web/verification/bundle-page/inflate.ts";
import { foreignZip } from "#tests/support/foreign-zip.ts";
import { lacks } from "#tests/support/machine.ts";
import { sampleBundle } from "#tests/support/sample-bundle.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { verdictOf } from "./verdict.ts";
import { verifyBundle } from "./verify-bundle.ts";
import type { ReadAt } from "./stream-chunks.ts";
import { zipSource } from "./zip-source.ts";

// One file of more than a megabyte is unpacked as a stream, the others at once.
const sample = sampleBundle([Buffer.from("first"), Buffer.alloc(3_000_000, "large "), Buffer.alloc(0)]);
const tools = { ...nodeZip, inflate: inflateInBrowser };

const readerOf =
  (bytes: Buffer): ReadAt =>
  async (into, position) =>
    bytes.subarray(position).copy(into);

async function verify(bytes: Buffer, zipTools = nodeZip) {
  const source = await zipSource(readerOf(bytes), bytes.length, zipTools);
  const report = await verifyBundle(source, nodeCryptography, { key: sample.vkey });
  return { report, verdict: verdictOf(report).name };
}

/** The problems in a line each; what the page would find must be the same. */
async function problemsOf(bytes: Buffer): Promise<string[]> {
  const { report } = await verify(bytes);
  expect(await verify(bytes, tools)).toMatchObject({ report: { problems: report.problems } });
  return report.problems.map(({ path, sentence }) => `${path}: ${sentence}`);
}

test.each([
  ["stored", {}],
  ["deflated", { deflate: true }],
  ["through a pipe", { deflate: true, descriptors: true }],
  ["with room to grow into, as Word packs", { extra: Buffer.from("20a2080028a0040000000000", "hex") }],
  ["with times and owners", { extra: Buffer.from("5554050003e8c3ff6875780b000104e803000004e8030000", "hex") }],
])("a bundle that was packed again, %s, is whole, on the command line and in the page", async (_, options) => {
  const bytes = foreignZip(sample.files, options);
  for (const zipTools of [nodeZip, tools]) {
    const { report, verdict } = await verify(bytes, zipTools);
    expect([report.problems, report.packing, verdict]).toEqual([[], "repacked", "verified"]);
  }
});

describe("tools of this machine", () => {
  /** A bundle that was unpacked into "a bundle". */
  function unpacked(): string {
    const folder = temporaryFolder();
    for (const [path, bytes] of sample.files) {
      const file = join(folder, "a bundle", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    return folder;
  }

  const python = (code: string) => ["python3", "-c", `import os, sys, zipfile\n${code}`] as const;
  const walk = `for d, _, fs in os.walk('.'):\n  for f in sorted(fs):\n    z.write(os.path.join(d, f))\nz.close()`;
  const recipes: readonly (readonly [name: string, command: readonly string[], where: string, toPipe?: boolean])[] = [
    ["zip", ["zip", "-qr", "OUT", "."], "a bundle"],
    ["zip -0, with the folder", ["zip", "-q0r", "OUT", "a bundle"], "."],
    ["zip -9 to a pipe", ["zip", "-q9r", "-", "."], "a bundle", true],
    ["bsdtar", ["bsdtar", "-a", "-cf", "OUT", "a bundle"], "."],
    ["7z", ["7z", "a", "-bd", "-bso0", "-tzip", "OUT", "."], "a bundle"],
    ["python, stored", python(`z = zipfile.ZipFile('OUT', 'w')\n${walk}`), "a bundle"],
    ["python, deflated", python(`z = zipfile.ZipFile('OUT', 'w', zipfile.ZIP_DEFLATED)\n${walk}`), "a bundle"],
    [
      "python to a pipe",
      python(`z = zipfile.ZipFile(sys.stdout.buffer, 'w', zipfile.ZIP_DEFLATED)\n${walk}`),
      "a bundle",
      true,
    ],
  ];
  for (const [name, [program, ...args], where, toPipe] of recipes) {
    test.skipIf(lacks(program!))(`${name}: what it packs again is verified`, async () => {
      const folder = unpacked();
      const out = join(temporaryFolder(), "packed.zip");
      const command = args.map((arg) => arg.replaceAll("OUT", out));
      const piped = execFileSync(program!, command, { cwd: join(folder, where), maxBuffer: 1 << 26 });
      const { report, verdict } = await verify(toPipe ? piped : readFileSync(out));
      expect([report.problems, report.packing, verdict]).toEqual([[], "repacked", "verified"]);
    });
  }
});

describe("an archive of another tool that two readers could read in two ways is refused:", () => {
  const readme = "README.txt";
  const is = (wanted: string, change: (bytes: Buffer) => void) => (bytes: Buffer, path: string) =>
    path === wanted ? change(bytes) : undefined;
  const twice = [...sample.files, [readme, sample.files.get(readme)!] as const];
  const plain = foreignZip(sample.files);
  const zip64Other = Buffer.from("01000800ffff000000000000", "hex");
  const zip64Twice = Buffer.from("01000800000000000000000001000800ffffffff00000000", "hex");
  const outside = "The archive has bytes before its beginning or around its directory: it cannot be read.";
  const header = "The ZIP header before the file is not what the directory says.";

  test.each<[string, Buffer, string]>([
    ["a name twice", foreignZip(twice), `${readme}: The ZIP directory has it twice.`],
    [
      "names that differ in case",
      foreignZip([...sample.files, ["readme.TXT", Buffer.from("x")]]),
      "readme.TXT: The ZIP directory has it twice.",
    ],
    [
      "a folder of a file's name",
      foreignZip([...sample.files, [`${readme}/`, Buffer.alloc(0)]]),
      "ZIP directory: The ZIP directory has it twice.",
    ],
    [
      "another name before the file",
      foreignZip(sample.files, { local: is(readme, (bytes) => bytes.writeUInt16LE(9, 26)) }),
      `${readme}: ${header}`,
    ],
    [
      "another size before the file",
      foreignZip(sample.files, { local: is(readme, (bytes) => bytes.writeUInt32LE(3, 22)) }),
      `${readme}: ${header}`,
    ],
    [
      "another method before the file",
      foreignZip(sample.files, { local: is(readme, (bytes) => bytes.writeUInt16LE(8, 8)) }),
      `${readme}: ${header}`,
    ],
    [
      "two sizes for what is stored",
      foreignZip(sample.files, { record: is(readme, (bytes) => bytes.writeUInt32LE(3, 24)) }),
      `${readme}: It has two sizes.`,
    ],
    [
      "a password",
      foreignZip(sample.files, { record: is(readme, (bytes) => bytes.writeUInt16LE(1, 8)) }),
      `${readme}: It is packed with a password.`,
    ],
    [
      "a method that nobody expects",
      foreignZip(sample.files, { record: is(readme, (bytes) => bytes.writeUInt16LE(12, 10)) }),
      `${readme}: It is packed in a way that this verifier cannot unpack.`,
    ],
    [
      "a link",
      foreignZip(sample.files, { record: is(readme, (bytes) => bytes.writeUInt32LE(0xa1ff0000, 38)) }),
      `${readme}: This is not a plain file.`,
    ],
    [
      "a field that gives another name",
      foreignZip(sample.files, { extra: Buffer.from("757005000100000000", "hex") }),
      "ZIP directory: The directory of the archive cannot be read in one way only",
    ],
    [
      "two ZIP64 fields",
      foreignZip(sample.files, { extra: zip64Twice }),
      "ZIP directory: The directory of the archive cannot be read in one way only",
    ],
    [
      "sizes of its own in a ZIP64 field that nobody asked for",
      foreignZip(sample.files, { extra: zip64Other }),
      "ZIP directory: The directory of the archive cannot be read in one way only",
    ],
    [
      "bytes before it",
      foreignZip(sample.files, { prefix: Buffer.from("MZ") }),
      `${readme}: There are bytes before it`,
    ],
    ["bytes before it that offsets know nothing of", Buffer.concat([Buffer.from("MZ"), plain]), outside],
    ["bytes before its directory", foreignZip(sample.files, { gap: Buffer.from("hidden") }), "belong to no file."],
    ["a comment", foreignZip(sample.files, { comment: "hello" }), "something after its end"],
    ["bytes after its end", Buffer.concat([plain, Buffer.from("x")]), "something after its end"],
    ["itself after itself", Buffer.concat([plain, plain]), outside],
    [
      "a file that begins in another",
      foreignZip(sample.files, {
        record: is("controls.json", (bytes) => bytes.writeUInt32LE(3, 42)),
      }),
      "It overlaps another file.",
    ],
  ])("%s", async (_, bytes, problem) => {
    const { report, verdict } = await verify(bytes);
    expect(verdict).toBe("refused");
    expect(report.problems.map(({ path, sentence }) => `${path}: ${sentence}`).join("\n")).toContain(problem);
    expect((await verify(bytes, tools)).verdict).toBe("refused");
  });

  test("packed bytes that go on after their end, stop before it, or make more than they should", async () => {
    for (const path of ["README.txt", "artifacts/EX-000002-file-1.txt"]) {
      const bytes = sample.files.get(path)!;
      const packed = deflateRawSync(bytes);
      for (const [wrong, size] of [
        [Buffer.concat([packed, Buffer.from("hidden")]), bytes.length],
        [packed.subarray(0, -2), bytes.length],
        [packed, bytes.length - 1],
        [packed, 0],
        [Buffer.from("not packed at all"), bytes.length],
      ] as const) {
        const files = new Map(sample.files).set(path, wrong);
        const asPacked = (offset: number) => (header: Buffer, of: string) => {
          if (of !== path) return;
          header.writeUInt16LE(8, offset === 14 ? 8 : 10);
          header.writeUInt32LE(size, offset + 8);
        };
        const problems = await problemsOf(foreignZip(files, { local: asPacked(14), record: asPacked(16) }));
        expect(problems).toEqual([expect.stringMatching(/^\S+: The file (?:cannot be unpacked: |is cut short)/)]);
      }
    }
  });

  test("a file that was changed, or its checksum, is named alone", async () => {
    const changed = new Map(sample.files).set("README.txt", Buffer.from("Trust this.\n"));
    expect(await problemsOf(foreignZip(changed, { deflate: true }))).toEqual([
      expect.stringMatching(/^README\.txt: The file was altered: it has 12 bytes/),
    ]);
    const sum = (header: Buffer, path: string) =>
      path === "README.txt" ? header.writeUInt32LE(7, header.length === 30 ? 14 : 16) : undefined;
    expect(await problemsOf(foreignZip(sample.files, { local: sum, record: sum }))).toEqual([
      "README.txt: The file was altered: its checksum in the ZIP differs.",
    ]);
  });
});

test("every byte of a bundle that was packed again may be changed without a throw, and no file that changed is accepted", async () => {
  const small = sampleBundle();
  const bytes = foreignZip(small.files, { deflate: true, descriptors: true });
  for (let at = 0; at < bytes.length; at += 7) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1 << (at % 8);
    const source = await zipSource(readerOf(changed), changed.length, nodeZip);
    const report = await verifyBundle(source, nodeCryptography, { key: small.vkey });
    // Times and versions are the tool's own; whatever was accepted, it is the same files.
    const { name } = verdictOf(report);
    expect(["verified", "refused", "not-a-bundle"]).toContain(name);
    expect([at, name === "verified" && report.files !== small.files.size]).toEqual([at, false]);
  }
});
