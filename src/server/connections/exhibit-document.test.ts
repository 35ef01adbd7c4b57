import { expect, test } from "vitest";
import { digestOf, readDocument, writeDocument } from "./exhibit-document.ts";
import type { ExhibitDocument } from "./exhibit-document.ts";
import { isNotDue } from "./last-run.ts";

const at = "2027-03-01T10:00:00.000Z";
const later = "2027-03-01T11:00:00.000Z";
const item = (data: Record<string, number | string>, observedAt = at) => ({
  step: "buckets",
  kind: "bucket",
  subject: { type: "bucket", id: "b-1", label: "alpha" },
  data,
  observedAt,
});
const document = (changes: Partial<ExhibitDocument> = {}): ExhibitDocument => ({
  format: "exhibit-collection/1",
  provider: "github",
  account: { id: "acct-1", label: "acme" },
  connector: { version: 1 },
  run: { id: "run-1", slot: at, observedAt: at },
  settings: {},
  steps: [
    { step: "buckets", status: "complete", pages: 1, items: 1, startedAt: at, endedAt: at, missing: [], detail: "" },
  ],
  items: [item({ size: 1.5, name: "a" })],
  results: [],
  ...changes,
});
const same = (changes: Partial<ExhibitDocument>) => digestOf(document(changes)).equals(digestOf(document()));

test("an exhibit is read as it was written, and other files are not taken for one", () => {
  expect(readDocument(writeDocument(document()))).toEqual(document());
  expect(readDocument(writeDocument(document({ items: [] })))).toEqual(document({ items: [] }));
  expect([readDocument(Buffer.from("{}")), readDocument(Buffer.from("no"))]).toEqual([undefined, undefined]);
});

test("when something was observed, by which run and under which name of the account does not change the digest", () => {
  expect(same({ items: [item({ name: "a", size: 1.5 }, later)] })).toBe(true);
  expect(same({ run: { id: "run-2", slot: later, observedAt: later }, account: { id: "acct-1", label: "new" } })).toBe(
    true,
  );
  expect(same({ steps: [{ ...document().steps[0]!, startedAt: later, endedAt: later, pages: 9 }] })).toBe(true);
});

test("another value, account, version, setting or end of a step does", () => {
  expect(same({ items: [item({ size: 1.25, name: "a" })] })).toBe(false);
  expect(same({ account: { id: "acct-2", label: "acme" } })).toBe(false);
  expect(same({ connector: { version: 2 } })).toBe(false);
  expect(same({ settings: { minimum: 2 } })).toBe(false);
  expect(same({ steps: [{ ...document().steps[0]!, status: "truncated" }] })).toBe(false);
});

test("a costly step rests until it is due, and is read again when it was not complete", () => {
  const step = { id: "s", title: "S", kinds: [], scopes: [], everyHours: 6, async *collect() {} };
  const report = document().steps[0]!;
  const hours = (count: number) => new Date(Date.parse(at) + count * 3_600_000);
  expect(isNotDue(step, report, hours(5), 60)).toBe(true);
  // A minute late is the same slot six hours on.
  expect(isNotDue(step, report, hours(5.99), 60)).toBe(false);
  expect(isNotDue(step, { ...report, status: "failed" }, hours(1), 60)).toBe(false);
  expect(isNotDue(step, undefined, hours(1), 60)).toBe(false);
  expect(isNotDue({ ...step, everyHours: 1 }, report, hours(0.1), 60)).toBe(false);
});
