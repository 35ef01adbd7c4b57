import fc from "fast-check";
import { expect, test } from "vitest";
import { unreadableKind } from "./file-signature.ts";

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const zipOf = (name: string) => bytes(`PK\u0003\u0004${"\0".repeat(26)}${name}`);

test.each<[string, Uint8Array]>([
  ["a Windows program", bytes(`MZ\u0090\0\u0003${"\0".repeat(80)}PE\0\0`)],
  ["a Linux program", bytes("\u007fELF\u0002\u0001")],
  ["a macOS program", bytes("\u00cf\u00fa\u00ed\u00fe\u0007")],
  ["a Java class", bytes("\u00ca\u00fe\u00ba\u00be\0\0")],
  ["a Debian package", bytes("!<arch>\ndebian-binary   ")],
])("%s is a program", (_, start) => {
  expect(unreadableKind(start)).toBe("program");
});

test.each<[string, Uint8Array]>([
  ["a ZIP", zipOf("notes/a.txt")],
  ["an empty ZIP", bytes(`PK\u0005\u0006${"\0".repeat(18)}`)],
  ["a gzip", bytes("\u001f\u008b\u0008\0")],
  ["a tar", bytes(`a.txt${"\0".repeat(252)}ustar\u000000`)],
  ["a 7-Zip", bytes("7z\u00bc\u00af\u0027\u001c\0\u0004")],
  ["a RAR", bytes("Rar!\u001a\u0007\u0001\0")],
  ["a bzip2", bytes("BZh91AY&SY....")],
  ["an xz", bytes("\u00fd7zXZ\0\0")],
])("%s is an archive", (_, start) => {
  expect(unreadableKind(start)).toBe("archive");
});

test.each<[string, Uint8Array]>([
  ["a text that begins like a program", bytes("MZ is short for Mark Zbikowski, and this is a sentence about him.")],
  ["a Word document", zipOf("[Content_Types].xml")],
  ["a spreadsheet", zipOf("_rels/.rels")],
  ["an OpenDocument text", zipOf("mimetypeapplication/vnd.oasis.opendocument.text")],
  ["a PDF", bytes("%PDF-1.7\n")],
  ["a picture", bytes("\u0089PNG\r\n\u001a\n")],
  ["a script", bytes("#!/bin/sh\necho hello\n")],
  ["nothing", bytes("")],
])("%s is neither", (_, start) => {
  expect(unreadableKind(start)).toBeUndefined();
});

test("no printable text is taken for a program or an archive, and no bytes are too many", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)) }),
      (text) => {
        fc.pre(!/^BZh[1-9]1AY&SY/.test(text) && text.slice(257, 262) !== "ustar");
        expect(unreadableKind(bytes(text))).toBeUndefined();
      },
    ),
  );
  expect(unreadableKind(new Uint8Array(10_000_000).fill(65))).toBeUndefined();
});
