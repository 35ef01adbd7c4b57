import { expect, test } from "vitest";
import type { ControlState } from "#judge/control-states.ts";
import { MANUAL_TEST } from "#domain/manual-tests/decide.ts";
import { REGISTERS } from "#domain/registers/snapshot.ts";
import { endsSoon } from "./ends-soon.ts";

type Given = Parameters<typeof endsSoon>[0];
type Check = ControlState["checks"][number];
type Document = ControlState["documents"][number];

/** Of a control whose results count for 31 days at most. */
const CHECK = "vulns.disclosure-contact";
const now = new Date("2026-11-29T10:00:00.000Z");
const inDays = (days: number) => new Date(Date.UTC(2026, 10, 30 + days));

const check = (
  checkId: string,
  source: string,
  days: number,
  {
    outcome = "pass",
    age = 0,
    scopeUntil = null,
  }: { outcome?: Check["outcome"]; age?: number; scopeUntil?: Date | null } = {},
): Check => {
  const decisive = {
    source,
    outcome,
    reason: "It was looked at.",
    validUntil: inDays(days),
    observedAt: new Date(now.getTime() - age * 86_400_000),
    number: 7,
  };
  return {
    checkId,
    title: `Title of ${checkId}`,
    outcome,
    reason: decisive.reason,
    decided: 1,
    asked: 1,
    parts: [],
    held: false,
    scopeUntil,
    decisive: decisive as unknown as NonNullable<Check["decisive"]>,
    answers: [],
  };
};
const document = (documentId: string, days: number | null, by: Document["by"] = "filed"): Document => ({
  documentId,
  title: `Title of ${documentId}`,
  type: "Report",
  state: "on file",
  reason: "",
  number: 3,
  endsAt: days === null ? null : inDays(days),
  filedAt: now,
  by,
});
const passing = (checks: Check[], documents: Document[] = []): Given => ({ status: "passing", checks, documents });

test("a control that passes names what ends first, and what to do about it", () => {
  const soon = endsSoon(passing([check(CHECK, MANUAL_TEST, 9)], [document("minutes", 12)]), now);
  expect(soon).toMatchObject({
    message: "“Title of vulns.disclosure-contact” passes until December 8, 2026",
    next: { kind: "test", checkId: CHECK, label: "Test again" },
  });
  const later = endsSoon(passing([check(CHECK, MANUAL_TEST, 14)], [document("minutes", 12)]), now);
  expect(later).toMatchObject({
    message: "Title of minutes is on file until December 11, 2026",
    next: { kind: "file", documentId: "minutes" },
  });
});

test.each([
  ["what ends in more than 30 days", passing([check(CHECK, MANUAL_TEST, 31)], [document("minutes", 31)])],
  ["what has no end", passing([], [document("minutes", null)])],
  ["what a connector reads again", passing([check(CHECK, "okta", 3)])],
  ["what registers say again before it ends", passing([check(CHECK, REGISTERS, 24, { age: 7 })])],
  ["a control that fails", { ...passing([check(CHECK, MANUAL_TEST, 3)]), status: "failing" as const }],
])("nothing is said of %s", (_, given) => {
  expect(endsSoon(given, now)).toBeNull();
});

test.each(["policy", "printed"] as const)("what is on file as a %s is shown, because nobody files it", (by) => {
  expect(endsSoon(passing([], [document("minutes", 3, by)]), now)?.next).toMatchObject({
    kind: "fix",
    documentId: "minutes",
  });
});

test("what registers pass until one of their records ends is shown, and so is a decision about what is in scope", () => {
  const ofRecord = endsSoon(passing([check(CHECK, REGISTERS, 9, { age: 7 })]), now);
  expect(ofRecord?.next).toMatchObject({ kind: "fix", checkId: CHECK, label: "See what ends" });
  const ofScope = endsSoon(passing([check(CHECK, "okta", 20, { scopeUntil: inDays(5) })]), now);
  expect(ofScope).toMatchObject({ message: expect.stringContaining("until December 4, 2026"), next: { kind: "fix" } });
});
