import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeArchive } from "./release-archive.ts";
import type { ReleaseFile } from "./release-files.ts";

const folder = mkdtempSync(join(tmpdir(), "exhibit-archive-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (path: string, content: string, executable = false): ReleaseFile => ({
  path,
  from: { bytes: Buffer.from(content) },
  executable,
});
const files = [
  file("bin/run", "#!/bin/sh\n", true),
  file("lib/text", "one"),
  { ...file("link", ""), from: { link: "lib/text" } },
];

test("the same files give the same archive, and one other byte another", async () => {
  const write = (name: string, of: readonly ReleaseFile[]) =>
    writeArchive(join(folder, name), "release", of, 1_700_000_000);
  const first = await write("a.tar.gz", files);
  expect(await write("b.tar.gz", files)).toEqual(first);
  expect(
    createHash("sha256")
      .update(readFileSync(join(folder, "a.tar.gz")))
      .digest("hex"),
  ).toBe(first.sha256);
  expect((await write("c.tar.gz", [files[0]!, file("lib/text", "two"), files[2]!])).sha256).not.toBe(first.sha256);
});

test("another program unpacks it: bytes, links, who may run what, and nobody's name", async () => {
  await writeArchive(join(folder, "d.tar.gz"), "release", files, 1_700_000_000, [
    { path: "release/tmp", mode: 0o1777 },
  ]);
  execFileSync("tar", ["-xzf", join(folder, "d.tar.gz"), "-C", folder]);
  expect(readFileSync(join(folder, "release/link"), "utf8")).toBe("one");
  expect(statSync(join(folder, "release/bin/run")).mode & 0o777).toBe(0o755);
  expect(statSync(join(folder, "release/lib/text")).mode & 0o111).toBe(0);
  const list = execFileSync("tar", ["-tvzf", join(folder, "d.tar.gz"), "--numeric-owner"], { encoding: "utf8" });
  expect(list.trim().split("\n")).toHaveLength(7);
  for (const line of list.trim().split("\n")) expect(line).toContain(" 0/0 ");
});
