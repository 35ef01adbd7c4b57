import { expect, test } from "vitest";
import { SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import { isWhole } from "./whole-snapshot.ts";

const snapshot: SnapshotManifest = {
  format: SNAPSHOT_FORMAT,
  takenAt: "2026-11-28T12:00:00.000Z",
  registers: [],
  collections: [],
  programs: [],
  samePeople: [],
  failingControls: [],
  failedLast: [],
  failedParts: [],
};
const reads = (changed: object) => isWhole({ snapshot: { ...snapshot, ...changed }, pages: [], collections: [] });

test("a snapshot says which records are one person's, also where nobody has two: otherwise it says nothing", () => {
  expect([reads({}), reads({ samePeople: [["id 1", "id 2"]] })]).toEqual([true, true]);
  expect([reads({ samePeople: undefined }), reads({ samePeople: ["id 1"] })]).toEqual([false, false]);
  expect([reads({ formerlySame: [["id 1", "id 2"]] }), reads({ formerlySame: ["id 1"] })]).toEqual([true, false]);
});

test("since when another could act is an instant or nobody, and may be missing", () => {
  const both = { contributors: "2026-11-01T00:00:00.000Z", managers: null };
  expect([reads({ anotherSince: both }), reads({ anotherSince: undefined })]).toEqual([true, true]);
  for (const wrong of [null, {}, { ...both, managers: "never" }, { contributors: null }])
    expect(reads({ anotherSince: wrong })).toBe(false);
});
