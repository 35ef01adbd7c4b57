import { closeSync, openSync, readSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { crc32 } from "node:zlib";
import { openWhole, sealedSize } from "./sealed-stream.ts";
import type { OpenedFiles, SealedFile } from "./sealed-files.ts";

// A thread of its own reads small files one after the other: there it may wait for the disk, and a file costs a fraction of what it
// costs where every step of it is a turn of the event loop.

function openFile({ file, key, bound, sha256, size }: SealedFile): Buffer | undefined {
  try {
    // One byte more than there should be shows a file that goes on.
    const sealed = Buffer.allocUnsafe(sealedSize(size) + 1);
    const handle = openSync(file, "r");
    try {
      return openWhole(sealed.subarray(0, readSync(handle, sealed, 0, sealed.length, 0)), key, bound, {
        sha256: Buffer.from(sha256),
        size,
      });
    } finally {
      closeSync(handle);
    }
  } catch {
    // Whatever it is, it is found out and named by who reads the file once more.
    return undefined;
  }
}

parentPort!.on("message", (files: readonly SealedFile[]) => {
  const bytes = new Uint8Array(files.reduce((sum, { size }) => sum + size, 0));
  let at = 0;
  const opened = files.map((file) => {
    const plain = openFile(file);
    if (!plain) return undefined;
    bytes.set(plain, at);
    at += plain.length;
    return { crc32: crc32(plain), size: plain.length };
  });
  const answer: OpenedFiles = { bytes, opened };
  parentPort!.postMessage(answer, [bytes.buffer]);
});
