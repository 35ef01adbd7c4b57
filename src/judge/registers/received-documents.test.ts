import { describe, expect, test } from "vitest";
import { sourceOfDocument } from "#catalog/document-sources.ts";
import { findDocument } from "#catalog/index.ts";
import { receivedDocuments } from "#catalog/received.ts";
import { findRegister } from "#catalog/registers/index.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { passingFor } from "#tests/support/reference/passing-registers.ts";
import type { Kept } from "#tests/support/reference/passing-registers.ts";
import { inputsOf } from "#tests/support/reference/prove-reference.ts";
import { registerChecks } from "./register-checks.ts";
import { ofReceivedDocuments } from "./received-documents.ts";

const said = (document: string, kept: Kept) =>
  ofReceivedDocuments(inputsOf(kept)).find((own) => own.document === document)?.verdict;

test("six documents are received, and each names fields and checks that there are", () => {
  expect(receivedDocuments).toHaveLength(6);
  for (const { document, register, file, day, binds, where, asks } of receivedDocuments) {
    expect([findDocument(document) !== undefined, sourceOfDocument(document)]).toEqual([true, "received"]);
    const { fields, documents } = findRegister(register)!;
    expect(fields[file]?.proves).toContain(day);
    for (const name of [day, binds, where?.field].filter((name) => name !== undefined))
      expect(fields[name]).toBeDefined();
    expect(documents).toContain(document);
    for (const check of asks) expect(registerChecks[check]).toBeDefined();
  }
});

describe.each(receivedDocuments.map((received) => [received.document, received] as const))(
  "%s",
  (document, received) => {
    const kept = passingFor(received.asks[0]!);
    const rows = kept.lists[received.register]!;
    const withRows = (change: (row: SnapshotRow) => SnapshotRow): Kept => ({
      ...kept,
      lists: { ...kept.lists, [received.register]: rows.map(change) },
    });
    const but = (fields: Readonly<Record<string, unknown>>) =>
      withRows((row) => ({ ...row, fields: { ...row.fields, ...fields } as SnapshotRow["fields"] }));
    const without = (name: string) =>
      withRows(({ fields, ...row }) => {
        const { [name]: _, ...others } = fields;
        return { ...row, fields: others };
      });
    const { file, day, where } = received;

    test("is on file by an approved record that cites its file, for as long as that counts", () => {
      const verdict = said(document, kept);
      expect(verdict).toMatchObject({ outcome: "pass" });
      expect(verdict!.until!.getTime()).toBeGreaterThan(kept.now.getTime());
    });

    test.each<[string, Kept]>([
      ["without its file", without(file)],
      ["with a file that was withdrawn", withRows((row) => ({ ...row, withdrawn: [row.fields[file] as string] }))],
      ["without its day", without(day)],
      ["of a day to come", but({ [day]: "2199-01-01" })],
      ["that has expired", but({ [day]: "2020-01-01", ...(received.binds && { [received.binds]: "2021-01-01" }) })],
      ["of another kind", where ? without(where.field) : without("vendorId")],
      ["that waits", withRows((row) => ({ ...row, state: "waiting", approval: null }))],
      ["that its author approved", withRows((row) => ({ ...row, approval: { at: row.approval!.at, another: false } }))],
      ["that ended", withRows((row) => ({ ...row, state: "ended" }))],
      ["of a register that nobody confirmed", { ...kept, unconfirmed: [received.register] }],
      ["of an empty register", { ...kept, lists: { ...kept.lists, [received.register]: [] } }],
    ])("is not by a record %s", (_, changed) => {
      expect(said(document, changed)).toMatchObject({ outcome: "unknown" });
    });

    test("says nothing where nobody uses its register", () => {
      const lists = { ...kept.lists, [received.register]: [] };
      expect(said(document, { ...kept, lists, unconfirmed: [received.register] })).toBeUndefined();
    });
  },
);

test("one report is not enough where a check asks for more, and a record says what it lacks", () => {
  const kept = passingFor("vendors.reviewed-within-year");
  const vendors = kept.lists["vendors"]!;
  const two = [...vendors, { ...vendors[0]!, id: "id 2", number: 2 }];
  expect(said("vendors.assurance-reports", { ...kept, lists: { ...kept.lists, vendors: two } })).toMatchObject({
    outcome: "unknown",
    reason: "Rated high, without a reviewed report of the last 365 days: VEN-2.",
  });
  const pentest = passingFor("vulns.pentest-within-year");
  const tests = pentest.lists["tests"]!.map((row) => ({ ...row, state: "waiting" as const, approval: null }));
  expect(said("vulns.penetration-test", { ...pentest, lists: { ...pentest.lists, tests } })?.reason).toBe(
    "No penetration test counts: TST-2 waits for another person's approval.",
  );
});
