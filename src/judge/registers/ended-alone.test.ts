import { expect, test } from "vitest";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { sealedRow } from "#tests/support/sealed-rows.ts";
import { approvedAlone, endedAlone } from "./ended-alone.ts";

const now = new Date("2026-11-26T12:00:00.000Z");
const alert = (number: number, endApproval: SnapshotRow["endApproval"]): SnapshotRow => ({
  id: `a${number}`,
  number,
  version: 2,
  state: "ended",
  fields: {},
  approval: null,
  endApproval: endApproval ?? null,
  withdrawn: [],
  account: null,
});
const said = (...rows: SnapshotRow[]) =>
  endedAlone(["alerts"], () => ({ rows, confirmedUntil: null, confirmedCount: undefined }), now);

test("a verdict says which records only one person saw end, for a year", () => {
  expect(said(alert(7, { at: "2026-11-20T00:00:00.000Z", another: false }))).toBe(
    " Ended by the only person who may: ALR-7.",
  );
  expect(said(alert(7, { at: "2026-11-20T00:00:00.000Z", another: true }))).toBe("");
  expect(said(alert(7, { at: "2025-11-20T00:00:00.000Z", another: false }))).toBe("");
  expect(said(alert(7, null)), "it is not gone").toBe("");
});

test("a verdict that is none says which records only their author approved, and what to do", () => {
  const rows = (another: boolean) => ({
    rows: [sealedRow("a", {}, 7, { approval: { at: "2026-11-20T00:00:00.000Z", another } })],
    confirmedUntil: null,
  });
  expect(approvedAlone(["tests"], () => rows(false))).toBe(
    " Approved by nobody but whoever wrote them: TST-7. Ask another person to approve them; a company of one invites somebody who does.",
  );
  expect(approvedAlone(["tests"], () => rows(true))).toBe("");
});
