import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import { formatDeclaredLoss, parseDeclaredLoss } from "./declared-loss.ts";
import type { DeclaredLoss } from "./declared-loss.ts";

const loss: DeclaredLoss = {
  by: "0190c0de-0000-4000-8000-00000000000a",
  oldOrigin: "exhibit.test/log/0190c0de",
  origin: "exhibit.test/log/0190c0de.2",
  last: { size: 7, root: "AAAA", note: "exhibit.test/log/0190c0de\n7\nAAAA\n" },
  reason: "The disk failed.",
  person: "Ana Ortiz",
};
const written = JSON.parse(formatDeclaredLoss(loss)) as Record<string, string | number | null>;

test("a declared loss reads back, with its last checkpoint and without one", () => {
  expect(parseDeclaredLoss(formatDeclaredLoss(loss))).toEqual(loss);
  const unknown = { ...loss, last: undefined };
  expect(parseDeclaredLoss(formatDeclaredLoss(unknown))).toEqual(unknown);
});

test("a declared loss is written in full", () => {
  expect(written).toEqual({
    by: loss.by,
    event: "ledger.lossAccepted",
    lastNote: loss.last!.note,
    lastRoot: "AAAA",
    lastSize: 7,
    oldOrigin: loss.oldOrigin,
    origin: loss.origin,
    person: "Ana Ortiz",
    reason: "The disk failed.",
    subject: loss.origin,
  });
  const { lastNote, lastRoot, lastSize } = JSON.parse(formatDeclaredLoss({ ...loss, last: undefined }));
  expect([lastNote, lastRoot, lastSize]).toEqual([null, null, null]);
});

describe("no loss is read", () => {
  test.each(["by", "oldOrigin", "origin", "person", "reason"])("when %s is empty, missing or no text", (name) => {
    for (const value of ["", null, 1])
      expect(parseDeclaredLoss(canonicalJson({ ...written, [name]: value }))).toBeUndefined();
    const { [name]: _, ...rest } = written;
    expect(parseDeclaredLoss(canonicalJson(rest))).toBeUndefined();
  });

  test.each([
    ["lastNote", null],
    ["lastRoot", null],
    ["lastSize", null],
    ["lastSize", "7"],
    ["lastRoot", 7],
    ["lastNote", 7],
  ])("when the checkpoint's %s alone is %j", (name, value) => {
    expect(parseDeclaredLoss(canonicalJson({ ...written, [name]: value }))).toBeUndefined();
  });

  test.each([
    ["of another event", canonicalJson({ ...written, event: "ledger.loss" })],
    ["about another subject", canonicalJson({ ...written, subject: loss.oldOrigin })],
    ["with a name too many", canonicalJson({ ...written, more: 1 })],
    ["that is a list", canonicalJson([written])],
    ["that is nothing", "null"],
    ["that is a text", '"loss"'],
    ["that is not canonical", formatDeclaredLoss(loss).replace(":", ": ")],
  ])("%s", (_, text) => {
    expect(parseDeclaredLoss(text)).toBeUndefined();
  });
});
