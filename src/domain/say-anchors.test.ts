import { expect, test } from "vitest";
import { sayAnchors } from "./say-anchors.ts";

test.each([
  [{ kind: "folder", isApart: false, objectLock: null, refusesOverwrite: true }, /same disk/],
  [{ kind: "folder", isApart: true, objectLock: null, refusesOverwrite: true }, /disk of its own/],
  [{ kind: "bucket", isApart: true, objectLock: false, refusesOverwrite: true }, /Object Lock is off/],
  [{ kind: "bucket", isApart: true, objectLock: null, refusesOverwrite: true }, /cannot see/],
  [
    { kind: "bucket", isApart: false, objectLock: true, refusesOverwrite: false },
    /same bucket.*keeps them.*overwrites/,
  ],
] as const)("where anchors lie is told: %j", (anchors, expected) => {
  expect(sayAnchors(anchors).join(" ")).toMatch(expected);
});
