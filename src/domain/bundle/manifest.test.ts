import { expect, test } from "vitest";
import { formatManifest, manifestStatement, parseManifest } from "./manifest.ts";
import type { ManifestFile } from "./manifest.ts";

const file = (path: string, size = 7): ManifestFile => ({ path, sha256: "ab".repeat(32), size });

test("a manifest lists its files by path, and reads back", () => {
  const text = formatManifest({ files: [file("b.txt"), file("a/z.txt", 0), file("B.txt".repeat(2))] });
  expect(text).toMatch(
    /^\{"bundle":"exhibit-bundle\/1","files":\[\{"path":"B\.txtB\.txt","sha256":"(?:ab){32}","size":7\},/,
  );
  expect(parseManifest(text)).toEqual({ files: [file("B.txtB.txt"), file("a/z.txt", 0), file("b.txt")] });
  expect(parseManifest(formatManifest({ files: [] }))).toEqual({ files: [] });
  const narrowed = { files: [file("a.txt")], scope: { project: "SOC 2", from: "2026-01-01", to: "2026-03-31" } };
  expect(parseManifest(formatManifest(narrowed))).toEqual(narrowed);
});

test.each([
  ["itself", [file("manifest.json")]],
  ["its signature", [file("manifest.sig")]],
  ["itself in capitals", [file("Manifest.JSON")]],
  ["a file twice", [file("a.txt"), file("a.txt")]],
  ["two names that differ in case only", [file("A.txt"), file("a.txt")]],
  ["a path outside of the bundle", [file("../a.txt")]],
  ["a negative size", [file("a.txt", -1)]],
  ["a short sum", [{ ...file("a.txt"), sha256: "ab" }]],
  ["a sum in capitals", [{ ...file("a.txt"), sha256: "AB".repeat(32) }]],
])("a manifest that lists %s is refused", (_, files) => {
  expect(parseManifest(formatManifest({ files }))).toBeUndefined();
});

const good = formatManifest({ files: [file("a.txt"), file("b.txt")] });
const scoped = formatManifest({ files: [], scope: { from: "2026-01-01" } });

test.each([
  ["of another format", good.replace("exhibit-bundle/1", "exhibit-bundle/2")],
  ["out of order", good.replace("a.txt", "c.txt")],
  ["with a name too many", good.replace('"size":7', '"size":7,"x":1')],
  ["with something beside its files", good.replace('"files"', '"a":1,"files"')],
  ["with an empty scope", scoped.replace('"from":"2026-01-01"', "")],
  ["with a scope of something else", scoped.replace("from", "frog")],
  ["with a scope that begins on no day", scoped.replace("2026-01-01", "January")],
  ["with a newline", `${good}\n`],
  ["of nulls", '{"bundle":"exhibit-bundle/1","files":[null]}'],
  ["without files", '{"bundle":"exhibit-bundle/1"}'],
  ["that is no object", "[]"],
  ["that is nothing", ""],
])("a manifest %s is refused", (_, text) => expect(parseManifest(text)).toBeUndefined());

test("a statement can never be taken for a checkpoint: its first line is a name of its own", () => {
  expect(manifestStatement("exhibit.test/log/1", new Uint8Array(3))).toBe("exhibit.test/log/1/bundle\nAAAA\n");
});
