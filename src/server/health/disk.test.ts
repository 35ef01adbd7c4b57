import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { folderBlobStore } from "../blobs/folder-blob-store.ts";
import { fullestOf } from "./disk.ts";

test("the fullest disk of files is that of a folder, and a bucket or a folder that is gone has none", async () => {
  const found = await fullestOf([folderBlobStore(tmpdir()), {}, folderBlobStore("/gone/for/good")]);
  expect(found).toMatchObject({ folder: path.resolve(tmpdir()) });
  expect(found!.totalBytes).toBeGreaterThan(0);
  expect(await fullestOf([{}, folderBlobStore("/gone/for/good")])).toBeNull();
});
