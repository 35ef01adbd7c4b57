import { expect, test } from "vitest";
import { digestOfConfirmed } from "#domain/registers/confirmed.ts";
import { SNAPSHOT_FORMAT } from "#domain/registers/snapshot.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { daysAgo, inDays, JUDGED_AT as now, sealedRow } from "#tests/support/sealed-rows.ts";
import { judgeRegisters } from "./index.ts";
import { wronglyCited } from "./shown.ts";

// An exhibit shows what a record says only where items of its type can.

const day = (days: number) => inDays(days).toISOString().slice(0, 10);
const plan = (more: Partial<SnapshotRow> = {}) =>
  sealedRow("site", { name: "Main", holds: "both", plan: "EX-000003", planDatedOn: day(-30) }, 1, {
    approval: { at: daysAgo(5), another: true },
    confirmed: { version: 1, changed: [] },
    made: { "EX-000003": daysAgo(29) },
    ...more,
  });

function said(row: SnapshotRow) {
  const confirmation = {
    at: daysAgo(1),
    until: inDays(50).toISOString(),
    count: 1,
    digest: digestOfConfirmed([{ id: "site", version: 1 }]),
  };
  const snapshot = {
    format: SNAPSHOT_FORMAT,
    takenAt: now.toISOString(),
    registers: [{ key: "sites", count: 1, confirmation, pages: ["0".repeat(64)] }],
    collections: [],
    programs: [],
    samePeople: [],
    formerlyAsked: [],
    failingControls: [],
    failedLast: [],
    failedParts: [],
  };
  const input = { snapshot, pages: [{ register: "sites", rows: [row] }], collections: [] };
  const { parts } = judgeRegisters({ kind: "registers", instant: now.toISOString(), input });
  const found = parts.find(({ check }) => check === "physical.offices-declared");
  return `${found?.outcome}: ${found?.reason}`;
}
const CANNOT =
  "unknown: Cited for what an item of its type cannot show: EX-000003. Cite another item, or change its type.";

const EARLY = "unknown: Made before what it is cited for: EX-000003. Cite what was made since, or correct the day.";
const PASSES = "pass: 1 declared. 1 with a security plan.";
const policy = { types: { "EX-000003": "Policy" } };

test.each<[string, Partial<SnapshotRow>, string]>([
  ["a policy", { types: { "EX-000003": "Policy" } }, "pass: 1 declared. 1 with a security plan."],
  ["a setting", { types: { "EX-000003": "Config" } }, CANNOT],
  ["a type that nobody sealed", {}, CANNOT],
  ["the type of another exhibit", { types: { "EX-000004": "Policy" } }, CANNOT],
  ["a policy that was filed before its day", { ...policy, made: { "EX-000003": daysAgo(32) } }, EARLY],
  ["one of which nobody sealed when it was filed", { ...policy, made: {} }, EARLY],
  ["one that was filed on its day", { ...policy, made: { "EX-000003": daysAgo(30) } }, PASSES],
  [
    "a setting that was withdrawn, which fails all the same",
    { types: { "EX-000003": "Config" }, withdrawn: ["EX-000003"] },
    "fail: No approved security plan of the last 365 days: SIT-1.",
  ],
])("%s", (_, more, expected) => {
  expect(said(plan(more))).toBe(expected);
});

test("read strictly, records that cite nothing wrong and registers without one are those that are held already", () => {
  const [wrong, right] = [plan(), sealedRow("other", { name: "Other", holds: "both" }, 2)];
  const page = { register: "sites", rows: [wrong, right] };
  const [sites, people] = [
    { rows: page.rows, confirmedUntil: null },
    { rows: [], confirmedUntil: null },
  ];
  const { strictly } = wronglyCited([page])!;
  expect(strictly("sites", sites).rows.map(({ withdrawn }) => withdrawn)).toEqual([["EX-000003"], []]);
  expect(strictly("sites", sites).rows[1]).toBe(right);
  expect(strictly("sites", sites)).toBe(strictly("sites", sites));
  expect(strictly("people", people)).toBe(people);
});
