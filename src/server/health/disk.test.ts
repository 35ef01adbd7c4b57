import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { folderBlobStore } from "../blobs/folder-blob-store.ts";
import { foldersOf, roomOfEach } from "./disk.ts";

test("each folder that is there has room, once; a bucket and a folder that is gone have none", async () => {
  const folders = foldersOf([folderBlobStore(tmpdir()), {}, folderBlobStore("/gone/for/good")]);
  expect(folders).toEqual([path.resolve(tmpdir()), "/gone/for/good"]);
  const found = await roomOfEach([...folders, tmpdir()]);
  expect(found).toMatchObject([{ folder: path.resolve(tmpdir()) }]);
  expect(found[0]!.totalBytes).toBeGreaterThan(0);
});
