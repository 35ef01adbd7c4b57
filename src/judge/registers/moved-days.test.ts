import { expect, test } from "vitest";
import type { MovedDay, SnapshotRow } from "#domain/registers/snapshot.ts";
import { inDays } from "#tests/support/sealed-rows.ts";
import { passingFor } from "#tests/support/reference/passing-registers.ts";
import type { Kept } from "#tests/support/reference/passing-registers.ts";
import { judged } from "#tests/support/reference/prove-reference.ts";
import { reference } from "#tests/support/reference/reference.ts";

// A late action is not on time because its day was moved.

const CHECK = "oversight.actions-on-time";
const day = (days: number) => inDays(days).toISOString().slice(0, 10);
const move = (from: number, to: number, at: number, another = true): MovedDay => ({
  from: day(from),
  to: day(to),
  at: inDays(at).toISOString(),
  another,
});
function having(dueOn: string, moved: readonly MovedDay[]): Kept {
  const kept = passingFor(CHECK);
  const actions = kept.lists["actions"]!.map((row): SnapshotRow => ({
    ...row,
    fields: { ...row.fields, dueOn },
    moved,
  }));
  return { ...kept, lists: { ...kept.lists, actions } };
}

test.each<[what: string, moved: readonly MovedDay[], dueOn: number, outcome: string]>([
  ["moved by somebody else before the day had passed", [move(-40, 10, -41)], 10, "pass"],
  ["moved by somebody else on the day itself", [move(-40, 10, -40)], 10, "pass"],
  ["moved by somebody else once it was late", [move(-40, 10, -38)], 10, "fail"],
  ["moved by its owner before the day had passed", [move(-40, 10, -41, false)], 10, "fail"],
  ["moved twice, the first time by its owner alone", [move(-40, -20, -50, false), move(-20, 10, -30)], 10, "fail"],
  ["moved twice by somebody else in time", [move(-40, -20, -50), move(-20, 10, -30)], 10, "pass"],
  ["moved to an earlier day by its owner, and is late by that", [move(10, -40, -50, false)], -40, "fail"],
  [
    "moved earlier and then later again by its owner",
    [move(20, -40, -60, false), move(-40, 20, -30, false)],
    20,
    "fail",
  ],
])("an action that was %s", (_, moved, dueOn, outcome) => {
  const kept = having(day(dueOn), moved);
  const verdict = judged(CHECK, kept);
  expect(verdict.outcome).toBe(outcome);
  expect(reference[CHECK]!(kept)).toBe(outcome === "pass");
});

test("says why a later day does not count, and what to do", () => {
  expect(judged(CHECK, having(day(10), [move(-40, 10, -38)])).reason).toBe(
    "More than 30 days late: ACT-1. Moved after their day had passed, or by their owner alone, which does not count: ACT-1. Close them with proof.",
  );
});

test("is unknown where nobody sealed how days were moved", () => {
  expect(judged(CHECK, having(day(10), undefined as never)).outcome).toBe("unknown");
});
