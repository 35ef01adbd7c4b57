import { describe, expect, test } from "vitest";
import { confirmedFields, digestOfConfirmed } from "#domain/registers/confirmed.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { SnapshotManifest, SnapshotRow } from "#domain/registers/snapshot.ts";
import { judge } from "../judge.ts";
import { registersOf } from "./read-registers.ts";
import { notConfirmed, notWhole } from "./registers.ts";
import { confirmedNoter } from "./told-confirmed.ts";

// A confirmation is about the records that were there: those may be completed, and others added. What is changed is to be confirmed again.

const now = new Date("2026-11-23T12:00:00.000Z");
const NONE = { version: 1, changed: [] } as const;
const site = (number: number, more: Partial<SnapshotRow> = {}, holds = "none"): SnapshotRow => ({
  id: `s${number}`,
  number,
  version: 1,
  state: "open",
  fields: { name: `Site ${number}`, holds },
  approval: { at: now.toISOString(), another: true },
  withdrawn: [],
  account: null,
  ...more,
});
const kept = (number: number, more: Partial<SnapshotRow> = {}) => site(number, { confirmed: NONE, ...more });
const then = [kept(1), kept(2)];
const CONFIRMED = { at: "2026-11-01T00:00:00.000Z", until: "2027-11-01T00:00:00.000Z", count: 2 };

const manifest = (rows: readonly SnapshotRow[], digest: string | null): SnapshotManifest => ({
  format: SNAPSHOT_FORMAT,
  takenAt: now.toISOString(),
  registers: [
    {
      key: "sites",
      count: rows.filter(({ state }) => state !== "ended").length,
      confirmation: { ...CONFIRMED, ...(digest !== null && { digest }) },
      pages: ["0".repeat(64)],
    },
  ],
  collections: [],
  programs: [],
  samePeople: [],
  formerlyAsked: [],
  failingControls: [],
  failedLast: [],
  failedParts: [],
});
const THEN = digestOfConfirmed(then);
/** What the check says that every record of the register decides. */
function said(rows: readonly SnapshotRow[], digest: string | null = THEN): string | undefined {
  const input = { snapshot: manifest(rows, digest), pages: [{ register: "sites", rows }], collections: [] };
  const answer = JSON.parse(judge(JSON.stringify({ kind: "registers", instant: now.toISOString(), input })));
  return answer.parts?.find(({ check }: { check: string }) => check === "physical.offices-declared").outcome;
}
/** The same, with what is wrong with the confirmation; told row by row it is the same. */
function asked(rows: readonly SnapshotRow[], digest: string | null = THEN) {
  const pages = [{ register: "sites", rows }];
  const register = registersOf(manifest(rows, digest), pages)("sites");
  const noter = confirmedNoter();
  for (const row of rows) noter.note([row]);
  const told = new Map([["sites", noter.told()]]);
  expect(registersOf(manifest(rows, digest), pages, told)("sites").confirmed).toEqual(register.confirmed);
  return {
    wrong: notConfirmed(register, "Sites", now),
    whole: notWhole(register, "Sites", now),
    said: said(rows, digest),
  };
}
const CLEAR = { wrong: undefined, whole: undefined, said: "pass" };
const UNREAD = "What was confirmed of Sites cannot be read.";

test("a register stays confirmed while records are added, completed or changed in what nothing is decided by", () => {
  expect(asked(then)).toEqual(CLEAR);
  expect(asked([...then, site(3)])).toEqual(CLEAR);
  expect(asked([kept(1, { version: 4 }), kept(2)])).toEqual(CLEAR);
  expect(asked([], digestOfConfirmed([]))).toMatchObject({ wrong: undefined });
});

test("a record that was rewritten after it was confirmed is to be confirmed again, and decides nothing until then", () => {
  const other = (number: number) => kept(number, { version: 2, confirmed: { version: 1, changed: ["holds"] } });
  const single = "Sites: 1 record was changed since it was confirmed. Confirm it again.";
  expect(asked([other(1), kept(2)])).toEqual({ wrong: single, whole: single, said: "unknown" });
  const both = "Sites: 2 records were changed since it was confirmed. Confirm it again.";
  expect(asked([other(1), other(2), site(3)])).toEqual({ wrong: both, whole: both, said: "unknown" });
});

test("one that was added makes up for none that was confirmed and ended", () => {
  const seen = { at: now.toISOString(), another: true };
  const ended = kept(1, { version: 2, state: "ended", endedAt: now.toISOString(), endApproval: seen });
  expect(asked([ended, kept(2), site(3)])).toEqual({
    wrong: undefined,
    whole: "Sites: 1 record was ended since it was confirmed. Confirm it again.",
    said: "unknown",
  });
});

describe("what the ledger does not say of a confirmation", () => {
  const { confirmed: _, ...bare } = kept(1);
  test.each<[string, readonly SnapshotRow[], (string | null)?]>([
    ["no digest", then, null],
    ["another digest", then, "0".repeat(64)],
    ["a record that is said to be new", [bare, kept(2)]],
    ["a record that is said to have been there", [...then, kept(3)]],
    ["a record of another version", [kept(1, { version: 2, confirmed: { version: 2, changed: [] } }), kept(2)]],
    ["a version that was never there", [kept(1, { version: 1, confirmed: { version: 2, changed: [] } }), kept(2)]],
    ["a change without another version", [kept(1, { confirmed: { version: 1, changed: ["holds"] } }), kept(2)]],
    ["a record that is gone", [kept(2)]],
  ])("%s is unknown", (_what, rows, digest = THEN) => {
    expect(asked(rows, digest)).toMatchObject({ wrong: UNREAD, said: "unknown" });
  });

  test.each([[{ version: 0, changed: [] }], [{ version: 1 }], [{ version: 1, changed: [1] }], ["yes"]])(
    "%j is refused whole",
    (confirmed) => {
      expect(said([kept(1, { confirmed: confirmed as never }), kept(2)])).toBeUndefined();
    },
  );
});

test("a confirmation is about what its register says, or about what a record is called", () => {
  expect(confirmedFields(findRegister("sites")!)).toContain("holds");
  expect(confirmedFields({ title: "name" })).toEqual(["name"]);
});

test("a record of which a later version was confirmed than there is cannot be read", () => {
  const later = kept(1, { confirmed: { version: 2, changed: [] } });
  const digest = digestOfConfirmed([
    { id: "s1", version: 2 },
    { id: "s2", version: 1 },
  ]);
  expect(asked([later, kept(2)], digest).wrong).toBe(UNREAD);
});

test("what was confirmed of a register is told of its pages in any order", () => {
  const pages = [
    [kept(1)],
    [site(3), kept(2, { state: "ended", version: 2, confirmed: { version: 1, changed: ["name"] } })],
  ];
  for (const own of [pages, pages.toReversed()]) {
    const noter = confirmedNoter();
    for (const rows of own) noter.note(rows);
    expect(noter.told()).toEqual({ digest: THEN, isOdd: false, changed: 1, ended: 1 });
  }
});
