import { expect, test } from "vitest";
import { termsPolicies } from "#catalog/policies/kinds.ts";
import { findPrinted } from "#catalog/printed/index.ts";
import { findSealed } from "#catalog/registers/index.ts";
import { periodOf } from "#domain/printed/period.ts";
import { selectRows } from "#domain/printed/select-rows.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { JUDGED_AT as now, sealedRow as row } from "#tests/support/sealed-rows.ts";
import { ACKNOWLEDGMENT_PAGES, allAcknowledged, readAcknowledgedPage } from "./acknowledged.ts";
import { ofPrintedDocuments } from "./printed-documents.ts";

// Acknowledgments are read page by page, and held only as counts: what is said of a list must be what is printed of it.

const policies = [
  row("terms", { title: "Confidentiality terms", documentId: termsPolicies.confidentiality }),
  row("access", { title: "Access", documentId: "accounts.access-control-policy" }),
];
const sha256 = "a".repeat(64);
const acknowledgment = (id: string, policyId: string, day: string, more: SnapshotRow["fields"] = {}) =>
  row(id, { policyId, versionId: "v", personId: "p", sha256, leaf: sha256, at: `${day}T09:00:00.000Z`, ...more });
const acknowledgments = [
  acknowledgment("k1", "terms", "2020-01-01"),
  acknowledgment("k2", "terms", "2026-11-20"),
  acknowledgment("k3", "access", "2026-11-20", { leaf: "b".repeat(64) }),
  acknowledgment("k4", "access", "2025-11-24"),
  acknowledgment("k5", "access", "2025-11-23"),
];

function said(document: string, pages: readonly (readonly SnapshotRow[])[], confirmed = true) {
  const rows: Record<string, readonly SnapshotRow[]> = { policies };
  const register = (key: string) => ({
    rows: rows[key] ?? [],
    confirmedUntil: confirmed && ["people", "signed-terms"].includes(key) ? new Date("2027-01-01T00:00:00.000Z") : null,
    ...(key === ACKNOWLEDGMENT_PAGES && { acknowledged: allAcknowledged(pages.map(readAcknowledgedPage)) }),
  });
  const inputs = { register, failingControls: [], systems: [], now };
  return ofPrintedDocuments(inputs).find((own) => own.document === document)?.verdict;
}
const printedRows = (document: string) => {
  const printed = findPrinted(document)!;
  const table = printed.tables.find(({ list }) => list === ACKNOWLEDGMENT_PAGES)!;
  const rowsOf = (list: string) => (list === "policies" ? policies : acknowledgments);
  return selectRows(table, rowsOf, periodOf(printed, 365, now.toISOString()), findSealed(table.list)).map(
    ({ id }) => id,
  );
};

test("a log of acknowledgments counts those of its period on all pages, as it prints them", () => {
  expect(printedRows("policies.acknowledgment-log")).toEqual(["k2", "k3", "k4"]);
  const verdict = said("policies.acknowledgment-log", [acknowledgments.slice(0, 2), acknowledgments.slice(2)]);
  expect(verdict).toMatchObject({ outcome: "pass", reason: "Acknowledgments: 3 acknowledgments." });
});

test("of who leaves at the end of a day that day is in the period or not, as it is printed", () => {
  const leavers = ["2025-11-24", "2025-11-25", "2026-11-24", "2026-11-25"].map((day) =>
    row(day, { name: day, endsAt: `${day}T00:00:00.000Z` }),
  );
  const register = (key: string) => ({
    rows: key === "people" ? leavers : [],
    confirmedUntil: new Date("2027-01-01T00:00:00.000Z"),
  });
  const { document, tables } = findPrinted("accounts.leaver-checklist")!;
  const inputs = { register, failingControls: [], systems: [], now };
  const verdict = ofPrintedDocuments(inputs).find((own) => own.document === document)?.verdict;
  expect(verdict?.reason).toContain("Leavers: 2 people.");
  const period = periodOf(findPrinted(document)!, 365, now.toISOString());
  const printed = selectRows(tables[2]!, () => leavers, period, findSealed("people"));
  expect(printed.map(({ id }) => id)).toEqual(["2025-11-25", "2026-11-24"]);
});

test("signed terms count signatures of any day, of the two policies alone", () => {
  expect(printedRows("people.signed-confidentiality")).toEqual(["k1", "k2"]);
  const verdict = said("people.signed-confidentiality", [acknowledgments]);
  expect(verdict).toMatchObject({
    outcome: "pass",
    reason: "Signed in Exhibit: 2 signatures; Signed elsewhere: No records; Signed late: No reasons.",
  });
});

test("nothing is printable of nothing, or while nobody confirmed who is asked", () => {
  expect(said("policies.acknowledgment-log", [])).toBeUndefined();
  expect(said("policies.acknowledgment-log", [acknowledgments.slice(0, 1)])).toMatchObject({ outcome: "unknown" });
  expect(said("policies.acknowledgment-log", [acknowledgments], false)).toMatchObject({ outcome: "unknown" });
  expect(said("people.signed-confidentiality", [acknowledgments], false)).toMatchObject({ outcome: "unknown" });
});

test("an exercise on the incident screen is printed in a report of exercises alone, and is enough for one", () => {
  const [report, register] = [findPrinted("incident.exercise-report")!, findPrinted("incident.incident-register")!];
  const incident = (id: string, kind: string, day: string) => row(id, { kind, discoveredAt: `${day}T09:00:00.000Z` });
  const incidents = [
    incident("drill", "exercise", "2026-11-01"),
    incident("old drill", "exercise", "2025-11-01"),
    incident("theft", "incident", "2026-11-02"),
  ];
  const period = periodOf(report, 365, now.toISOString());
  const printedIn = ({ tables }: typeof report) =>
    tables.map((table) =>
      selectRows(table, (list) => (list === "incidents" ? incidents : []), period, findSealed(table.list)),
    );
  expect(printedIn(report).map((rows) => rows.map(({ id }) => id))).toEqual([[], ["drill"], ["drill"], ["drill"]]);
  expect(new Set(printedIn(register).flatMap((rows) => rows.map(({ id }) => id)))).toEqual(new Set(["theft"]));

  const until = new Date("2027-01-01T00:00:00.000Z");
  const saidOf = (rows: readonly SnapshotRow[], confirmed: readonly string[]) => {
    const listed = (key: string) => ({
      rows: key === "incidents" ? rows : [],
      confirmedUntil: confirmed.includes(key) ? until : null,
    });
    const inputs = { register: listed, failingControls: [], systems: [], now };
    return ofPrintedDocuments(inputs).find((own) => own.document === report.document)?.verdict;
  };
  expect(saidOf(incidents, ["tests", "incidents"])?.outcome).toBe("pass");
  for (const confirmed of [[], ["tests"], ["incidents"]]) expect(saidOf(incidents, confirmed)?.outcome).toBe("unknown");
  expect(saidOf(incidents.slice(1), ["tests", "incidents"])).toMatchObject({
    outcome: "unknown",
    reason: "There is nothing to print: no exercises in the period.",
  });
});
