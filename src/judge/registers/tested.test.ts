import { expect, test } from "vitest";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { daysAgo, sealedRow } from "#tests/support/sealed-rows.ts";
import { testsSeen } from "./tested.ts";

const seen = (more: Partial<SnapshotRow>) =>
  testsSeen({ rows: [sealedRow("t1", { kind: "pentest" }, 1, more)], confirmedUntil: null }, "pentest").length;
const approval = { at: daysAgo(9), another: true };

test("a test that another person approved speaks until another approves its end, whoever withdrew the approval since", () => {
  expect(seen({ state: "ended", approval })).toBe(1);
  expect(seen({ state: "ended", approval: null, approvedBefore: true })).toBe(1);
  expect(seen({ state: "ended", approval: null, approvedBefore: true, endApproval: approval })).toBe(0);
  expect(seen({ state: "ended", approval: null })).toBe(0);
});
