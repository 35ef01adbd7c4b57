import { describe, expect, test } from "vitest";
import { findRegister } from "#catalog/registers/index.ts";
import { DOCUMENT_ASPECT } from "#domain/documents/document-answer.ts";
import { digestOfConfirmed } from "#domain/registers/confirmed.ts";
import { partKey, REGISTER_ASPECT, registersOn, SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { PartOfSnapshot, SnapshotManifest, SnapshotPage } from "#domain/registers/snapshot.ts";
import { oktaExhibit } from "#tests/support/read-system.ts";
import { besides, passingFor } from "#tests/support/reference/passing-registers.ts";
import type { Kept } from "#tests/support/reference/passing-registers.ts";
import { inDays } from "#tests/support/sealed-rows.ts";
import { judge } from "../judge.ts";
import { allAcknowledged } from "./acknowledged.ts";
import { judgeSnapshot } from "./index.ts";
import { isNoLongerSaid, NOT_READ } from "./no-longer-said.ts";
import { registerChecks } from "./register-checks.ts";
import { scopeChecks } from "./scope-checks.ts";

const OKTA = { exhibit: "EX-000001", sha256: "0".repeat(64), source: "Okta acme", systemId: "okta" };

const pagesOf = (kept: Kept) =>
  Object.entries(kept.lists).flatMap(([register, rows]): SnapshotPage[] =>
    rows.length === 0
      ? []
      : [{ register, rows: rows.map((row) => ({ ...row, confirmed: { version: row.version, changed: [] } })) }],
  );

/** A snapshot of these records, each register confirmed as it stands, unless they ended. */
function snapshotOf(kept: Kept, passedBefore: readonly PartOfSnapshot[], isEnded = false): SnapshotManifest {
  const confirmation = (rows: SnapshotPage["rows"]) => ({
    at: inDays(-1).toISOString(),
    until: inDays(50).toISOString(),
    count: rows.filter(({ state }) => state !== "ended").length,
    digest: digestOfConfirmed(rows),
  });
  return {
    format: SNAPSHOT_FORMAT,
    takenAt: kept.now.toISOString(),
    registers: pagesOf(kept).map(({ register, rows }) => ({
      key: register,
      count: rows.filter(({ state }) => state !== "ended").length,
      confirmation: isEnded ? null : confirmation(rows),
      pages: ["0".repeat(64)],
    })),
    collections: [{ ...OKTA, seenAt: inDays(-0.1).toISOString() }],
    programs: [],
    samePeople: [],
    anotherSince: { contributors: null, managers: null },
    scope: kept.scope,
    terms: besides.terms,
    screenings: besides.screenings,
    policies: {
      frameworks: kept.frameworks,
      identityProviders: [],
      approvers: besides.approvers,
      sameAccounts: [],
      sameBefore: [],
      formerKinds: [],
    },
    failingControls: kept.failing,
    passingControls: kept.passing,
    passedBefore,
  };
}

function said(kept: Kept, passedBefore: readonly PartOfSnapshot[] = [], isEnded = false) {
  const snapshot = snapshotOf(kept, passedBefore, isEnded);
  const [instant, acknowledged] = [kept.now.toISOString(), allAcknowledged([])];
  return judgeSnapshot({ instant, snapshot, pages: pagesOf(kept), acknowledged, exhibit: () => oktaExhibit([]) }).parts;
}

/** Every record ended, and what is no register, as policies, gone. */
const ended = (kept: Kept): Kept => ({
  ...kept,
  lists: Object.fromEntries(
    Object.entries(kept.lists).map(([key, rows]) => [
      key,
      findRegister(key) === undefined
        ? []
        : rows.map((row) => ({
            ...row,
            state: "ended" as const,
            endedAt: inDays(-1).toISOString(),
            endApproval: row.approval,
          })),
    ]),
  ),
});
const byPart = (parts: ReturnType<typeof said>) => new Map(parts.map((part) => [partKey(part), part.outcome]));

describe.each([...Object.keys(registerChecks), ...Object.keys(scopeChecks)])("%s", (check) => {
  test("passes no longer once each record that it passed by ended, and says so", () => {
    const kept = passingFor(check);
    const passing = said(kept).filter(({ outcome }) => outcome === "pass");
    const ofIt = check in scopeChecks ? [] : [{ check, aspect: REGISTER_ASPECT }];
    const before = [...ofIt, ...passing.map((part): PartOfSnapshot => ({ ...part }))];
    const after = byPart(said(ended(kept), before, true));
    const found = before.map((part) => after.get(partKey(part)));
    expect(found.filter((outcome) => outcome !== "unknown" && outcome !== "fail")).toEqual([]);
    expect(found.length).toBeGreaterThan(3);
  });
});

describe("what a snapshot is silent about", () => {
  const none: Kept = { ...passingFor(""), lists: { people: [] } };
  const ofOkta = (check: string, aspect: string): PartOfSnapshot => ({
    check,
    aspect,
    source: registersOn("Okta acme"),
  });

  test("is unknown where it passed before, for as long as a document or a check counts, and of a system for two days", () => {
    const parts = said(none, [
      { check: "oversight.owner-named", aspect: REGISTER_ASPECT },
      { check: "oversight.program-charter", aspect: DOCUMENT_ASPECT },
      ofOkta("privilege.admins-listed", "administrators"),
    ]);
    expect(parts.filter(isNoLongerSaid).map(({ check, validForDays }) => [check, validForDays])).toEqual([
      ["oversight.owner-named", 92],
      ["oversight.program-charter", 365],
      ["privilege.admins-listed", 2],
    ]);
  });

  test("is unknown, too, where the library has no such check or document any more", () => {
    const gone = [
      { check: "no.check", aspect: REGISTER_ASPECT },
      { check: "no.document", aspect: DOCUMENT_ASPECT },
    ];
    expect(said(none, gone).map(({ check, outcome, validForDays }) => [check, outcome, validForDays])).toEqual([
      ["no.check", "unknown", 365],
      ["no.document", "unknown", 365],
    ]);
  });

  test("is unknown of every system, too, where the registers could not be read", () => {
    const [instant, acknowledged] = [none.now.toISOString(), allAcknowledged([])];
    const passedBefore = [
      ofOkta("privilege.admins-listed", "administrators"),
      { check: "oversight.owner-named", aspect: REGISTER_ASPECT },
    ];
    const lost = { registers: [], collections: [], programs: [], samePeople: [], failingControls: [] };
    const snapshot: SnapshotManifest = {
      format: SNAPSHOT_FORMAT,
      takenAt: instant,
      ...lost,
      passedBefore,
      notRead: true,
    };
    const { parts } = judgeSnapshot({ instant, snapshot, pages: [], acknowledged, exhibit: () => undefined });
    expect(parts.map(({ check, outcome, reason }) => [check, outcome, reason === NOT_READ.reason])).toEqual([
      ["privilege.admins-listed", "unknown", true],
      ["oversight.owner-named", "unknown", true],
    ]);
  });

  test("stays as it was of a system that is not read, or of which the check is not asked", () => {
    const elsewhere = { ...ofOkta("privilege.admins-listed", "administrators"), source: registersOn("Okta old") };
    expect(said(none, [elsewhere, ofOkta("change.release-roles", "grants"), ofOkta("no.check", "grants")])).toEqual([]);
  });

  test("is not said of what is said", () => {
    const kept = passingFor("oversight.owner-named");
    const parts = said(kept);
    expect(said(kept, parts)).toEqual(parts);
  });

  test.each([[{}], [{ check: "oversight.owner-named" }], [{ check: 1, aspect: REGISTER_ASPECT }], ["x"]])(
    "is asked of no snapshot that says %j of it",
    (part) => {
      const snapshot = { ...snapshotOf(none, []), passedBefore: [part] };
      const input = { snapshot, pages: [], collections: [oktaExhibit([])] };
      const question = { kind: "registers", instant: inDays(0).toISOString(), input };
      expect(judge(JSON.stringify(question))).toContain("input.snapshot.passedBefore[0]");
    },
  );
});
