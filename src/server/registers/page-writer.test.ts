import { zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { letGo, unpack } from "./page-writer.ts";

test("a text is unpacked as it was, however long, and one that is let go takes nothing along that others hold", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(70_000), { maxLength: 6 }), fc.nat(5), (lengths, at) => {
      const texts = lengths.map((length, of) => Buffer.alloc(length, `page ${of} `));
      const unpacked = texts.map((text) => unpack(zstdCompressSync(text), text.length));
      expect(unpacked).toEqual(texts);
      const gone = unpacked[at];
      if (gone) letGo(gone);
      expect(unpacked.filter((text) => text !== gone)).toEqual(texts.filter((_, of) => of !== at));
    }),
  );
});

test("what a large text took is given back at once", () => {
  const text = unpack(zstdCompressSync(Buffer.alloc(300_000, "page ")), 300_000);
  const { buffer } = text;
  letGo(text);
  expect(buffer.byteLength).toBe(0);
});
