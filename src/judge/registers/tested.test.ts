import { expect, test } from "vitest";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { daysAgo, inDays, JUDGED_AT as now, sealedRow } from "#tests/support/sealed-rows.ts";
import { actionsOnTime } from "./actions-on-time.ts";
import type { ReadRegister } from "./registers.ts";
import { actionsThatCount, testsSeen } from "./tested.ts";

const seen = (more: Partial<SnapshotRow>) =>
  testsSeen({ rows: [sealedRow("t1", { kind: "pentest" }, 1, more)], confirmedUntil: null }, "pentest").length;
const approval = { at: daysAgo(9), another: true };

test("a test that another person approved speaks until another approves its end, whoever withdrew the approval since", () => {
  expect(seen({ state: "ended", approval })).toBe(1);
  expect(seen({ state: "ended", approval: null, approvedBefore: true })).toBe(1);
  expect(seen({ state: "ended", approval: null, approvedBefore: true, endApproval: approval })).toBe(0);
  expect(seen({ state: "ended", approval: null })).toBe(0);
});

const ended = (proof: string | undefined, made: string | undefined, more: Partial<SnapshotRow> = {}) =>
  sealedRow("a1", proof === undefined ? {} : { proof }, 1, {
    state: "ended",
    endedAt: daysAgo(10),
    ...(proof !== undefined && made !== undefined && { made: { [proof]: made } }),
    ...more,
  });
const PROOF = "EX-000007";
const dayAgo = (days: number) => daysAgo(days).slice(0, 10);

test.each<[string, SnapshotRow, string | undefined, boolean]>([
  ["an open one", sealedRow("a1", {}), dayAgo(20), true],
  ["an open one, of a day that is none", sealedRow("a1", {}), undefined, false],
  ["one that ended since with proof of since", ended(PROOF, daysAgo(15)), dayAgo(20), true],
  ["one that ended before", ended(PROOF, daysAgo(5)), dayAgo(5), false],
  ["proof of before", ended(PROOF, daysAgo(25)), dayAgo(20), false],
  ["proof of which nobody sealed when it was made", ended(PROOF, undefined), dayAgo(20), false],
  ["withdrawn proof", ended(PROOF, daysAgo(15), { withdrawn: [PROOF] }), dayAgo(20), false],
  ["no proof", ended(undefined, undefined), dayAgo(20), false],
  ["no day on which it ended", ended(PROOF, daysAgo(15), { endedAt: "" }), dayAgo(20), false],
])("what counts for findings of a day: %s", (_, action, day, counts) => {
  expect(actionsThatCount({ rows: [action], confirmedUntil: null })("a1", day)).toBe(counts);
});

test("actions are looked through as often for many tests as for one", () => {
  const asked = (tests: number): number => {
    let read = 0;
    const action = sealedRow("a1", { dueOn: inDays(9).toISOString().slice(0, 10), ownerId: "p1" }, 1, { moved: [] });
    const counted = new Proxy(action, { get: (row, name) => ((read += 1), Reflect.get(row, name)) });
    const register = (key: string): ReadRegister => {
      const rows = {
        actions: [counted],
        people: [sealedRow("p1", { startsAt: "2020-01-01" })],
        tests: Array.from({ length: tests }, (_, at) =>
          sealedRow(`t${at}`, { kind: "audit", doneOn: dayAgo(20), findings: ["A gap"], actionIds: ["a1"] }, at + 1),
        ),
      }[key]!;
      return { rows, confirmedUntil: inDays(50), confirmedCount: rows.length };
    };
    const { reason } = actionsOnTime({ register, systems: [], failingControls: [], now });
    expect(reason).toContain("No report that another person approved is on file");
    return read;
  };
  expect(asked(50)).toBe(asked(1));
});
