import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderBlobStore } from "./folder-blob-store.ts";

test("a folder that cannot be listed keeps nobody from the others, and is told in the end", async () => {
  const root = await mkdtemp(path.join(tmpdir(), "exhibit-walk-"));
  onTestFinished(() => void execFileSync("rm", ["-rf", root]));
  // Nobody can name what lies deeper than a path may be long, whoever they are.
  const deeper = `process.chdir(process.argv[1]);
    for (let n = 0; n < 25; n += 1) { fs.mkdirSync("d".repeat(200)); process.chdir("d".repeat(200)); }`;
  await mkdir(path.join(root, "v1/a"), { recursive: true });
  execFileSync(process.execPath, ["-e", deeper, path.join(root, "v1/a")]);
  const old = new Date("2026-01-01T00:00:00Z");
  for (const name of ["v1/b.sealed", "v1/half.partial"]) {
    await writeFile(path.join(root, name), name);
    await utimes(path.join(root, name), old, old);
  }
  const store = folderBlobStore(root);
  const found: string[] = [];
  const walking = async () => {
    for await (const { key, size } of store.walk("v1")) found.push(`${key} ${size}`);
  };
  await expect(walking()).rejects.toThrow("ENAMETOOLONG");
  expect(found).toEqual(["v1/b.sealed 11"]);
  await expect(store.removeUnfinished(new Date("2026-02-01T00:00:00Z"))).rejects.toThrow("ENAMETOOLONG");
  await expect(store.open("v1/half.partial")).resolves.toBeUndefined();
});
