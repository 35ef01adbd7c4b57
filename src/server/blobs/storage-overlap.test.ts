import { mkdtempSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseStorageAddress } from "./storage-address.ts";
import { overlaps } from "./storage-overlap.ts";

const at = (url: string) => parseStorageAddress(url)!;

test.each([
  ["file:///srv/anchors", "file:///srv/evidence", false],
  ["file:///srv/evidence-anchors", "file:///srv/evidence", false],
  ["file:///srv/evidence", "file:///srv/evidence", true],
  ["file:///srv/evidence/anchors", "file:///srv/evidence", true],
  ["file:///srv", "file:///srv/evidence", true],
  ["file:///srv/evidence/..anchors", "file:///srv/evidence", true],
  ["s3://anchors/kept", "s3://evidence/kept", false],
  ["s3://evidence/anchors", "s3://evidence/kept", false],
  ["s3://evidence/kept-2", "s3://evidence/kept", false],
  ["s3://evidence/kept", "s3://evidence/kept", true],
  ["s3://evidence/kept/anchors", "s3://evidence/kept", true],
  ["s3://evidence", "s3://evidence/kept", true],
  ["s3://evidence/a?endpoint=https://one.test", "s3://evidence/a?endpoint=https://two.test", false],
  ["s3://key:secret@evidence/a?region=eu-central-1", "s3://evidence/a", true],
  ["file:///evidence", "s3://evidence", false],
])("whether %s and %s hold one another", (item, other, expected) => {
  expect(overlaps(at(item), at(other))).toBe(expected);
  expect(overlaps(at(other), at(item))).toBe(expected);
});

test("a link that leads into a store lies in it, also where the folder is not made yet", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "exhibit-overlap-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, "evidence"));
  symlinkSync(path.join(folder, "evidence"), path.join(folder, "elsewhere"));
  const place = (name: string) => ({ kind: "folder", path: path.join(folder, name) }) as const;
  expect(overlaps(place("elsewhere/anchors"), place("evidence"))).toBe(true);
});
