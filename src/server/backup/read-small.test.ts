import { describe, expect, test } from "vitest";
import type { ZipFile } from "#domain/bundle/zip-reader.ts";
import { crc32 } from "../zip/crc32.ts";
import { describedIn } from "./description.ts";
import type { Description } from "./description.ts";
import { readSmall } from "./read-small.ts";

/** An entry that says `size` and gives out `bytes`, byte by byte; `given` counts them. */
function entry(bytes: Buffer, size = bytes.length) {
  const given = { bytes: 0 };
  const file: ZipFile = {
    path: "backup.json",
    size,
    crc32: crc32(bytes),
    async *read() {
      for (const byte of bytes) {
        given.bytes += 1;
        yield Uint8Array.of(byte);
      }
    },
  };
  return { file, given };
}

describe("what is read of a backup before its signature was checked", () => {
  test("is read whole within its bound", async () => {
    const { file } = entry(Buffer.from("ten bytes!"));
    expect((await readSmall([file], "backup.json", 10)).toString()).toBe("ten bytes!");
    await expect(readSmall([file], "backup.sig", 10)).rejects.toThrow("it has no backup.sig");
  });

  test("S6: takes no more memory than its bound, whatever the archive says of its size", async () => {
    const honest = entry(Buffer.alloc(11));
    await expect(readSmall([honest.file], "backup.json", 10)).rejects.toThrow("backup.json is larger than 10 bytes");
    expect(honest.given.bytes).toBe(0);
    const lying = entry(Buffer.alloc(1_000), 5);
    await expect(readSmall([lying.file], "backup.json", 10)).rejects.toThrow("backup.json is larger than 10 bytes");
    expect(lying.given.bytes).toBe(11);
  });

  test("is refused when it differs from its checksum", async () => {
    const { file } = entry(Buffer.from("ten bytes!"));
    await expect(readSmall([{ ...file, crc32: 1 }], "backup.json", 10)).rejects.toThrow("differs from its checksum");
  });
});

test("a backup whose description no restore would read is not written", () => {
  const about = { files: [] } as unknown as Description;
  expect(describedIn(about).toString()).toBe('{"files":[]}');
  expect(() => describedIn(about, 11)).toThrow("no backup was written");
});
