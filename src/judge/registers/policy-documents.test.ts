import { describe, expect, test } from "vitest";
import { controls } from "#catalog/index.ts";
import { policyKinds, supportingPolicies } from "#catalog/policies/kinds.ts";
import { sha256OfText } from "#domain/sha256.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { changedRow, daysAgo, JUDGED_AT, policiesInForce } from "#tests/support/sealed-rows.ts";
import { policyDocuments } from "./policy-documents.ts";
import type { PolicyInputs } from "./policies.ts";

const TEXT = "Access ends the day somebody leaves.\n";
const { policies, versions, approvals } = policiesInForce(TEXT);
const all = { policies, "policy-versions": versions, "policy-approvals": approvals };
const approvers = [{ id: "olga", since: daysAgo(400) }];
const said = (changed: Partial<Readonly<Record<string, readonly SnapshotRow[]>>> = {}, more = {}) => {
  const held: Readonly<Record<string, readonly SnapshotRow[] | undefined>> = { ...all, ...changed };
  const inputs: PolicyInputs = {
    register: (key) => ({ rows: held[key] ?? [], confirmedUntil: null }),
    scope: { frameworks: [], identityProviders: [], approvers, sameAccounts: [], sameBefore: [] },
    systems: [],
    now: JUDGED_AT,
    ...more,
  };
  return new Map(policyDocuments(inputs).map(({ document, verdict }) => [document, verdict]));
};
const SUPPORTING = supportingPolicies.documentId;
const ACCESS = "accounts.access-control-policy";
const at = policyKinds.findIndex(({ documentId }) => documentId === ACCESS);
const changed = (rows: readonly SnapshotRow[], fields: SnapshotRow["fields"]) => changedRow(rows, fields, at);

describe("the document that a policy is", () => {
  test("is on file for each of the 20, for a year from its approval, and says by whom", () => {
    const found = said();
    expect(found.size).toBe(20);
    const library = new Set(controls.flatMap(({ expectedEvidence }) => expectedEvidence.map(({ id }) => id)));
    for (const [document, { outcome, until }] of found) {
      expect(library).toContain(document);
      expect([document, outcome]).toEqual([document, "pass"]);
      expect(until).toEqual(new Date(Date.parse(daysAgo(100)) + 365 * 86_400_000));
    }
    expect(found.get(ACCESS)?.reason).toBe(
      "Version 1 is in force, approved by another person than its author on 2026-08-15.",
    );
  });

  test("says so in print where its author approved it, because nobody else could", () => {
    const own = said({ "policy-approvals": changed(approvals, { by: "olga", alone: true }) });
    expect(own.get(ACCESS)).toMatchObject({
      outcome: "pass",
      reason: "Version 1 is in force, approved by its author, because nobody else could, on 2026-08-15.",
    });
  });

  test.each<[string, Parameters<typeof said>[0], string]>([
    ["its approval grew old", { "policy-approvals": changed(approvals, { at: daysAgo(366) }) }, "fail"],
    ["its author approved it though others could", { "policy-approvals": changed(approvals, { by: "olga" }) }, "fail"],
    ["it has fewer approvals than it needs", { "policy-versions": changed(versions, { quorum: 2 }) }, "fail"],
    ["its text was changed", { "policy-versions": changed(versions, { text: "Never.\n" }) }, "fail"],
    [
      "its text and hash were changed",
      { "policy-versions": changed(versions, { text: "Never.\n", sha256: sha256OfText("Never.\n") }) },
      "fail",
    ],
    ["its entry of the ledger is gone", { "policy-versions": changed(versions, { leaf: "" }) }, "fail"],
    [
      "it was approved with another text",
      { "policy-approvals": changed(approvals, { sha256: sha256OfText("Other.\n") }) },
      "fail",
    ],
    ["it was replaced", { "policy-versions": changed(versions, { state: "replaced" }) }, "unknown"],
    ["it is gone", { "policy-versions": versions.filter((_, index) => index !== at) }, "unknown"],
  ])("falls where %s, and the supporting policies with it", (_, rows, outcome) => {
    const found = said(rows);
    expect(found.get(ACCESS)?.outcome).toBe(outcome);
    expect(found.get(SUPPORTING)?.outcome).not.toBe("pass");
    expect(found.get("logging.logging-standard")?.outcome).toBe("pass");
  });

  test("counts the supporting policies that are in force, and names the missing ones", () => {
    expect(said({ policies: policies.slice(0, 5) }).get(SUPPORTING)).toMatchObject({
      outcome: "unknown",
      reason: expect.stringMatching(/^2 of 8 policies are in force and approved; missing: /) as string,
    });
  });

  test("is nothing where a company has no policies, and unknown where a row cannot be read", () => {
    expect(said({ policies: [] }).size).toBe(0);
    const broken = said({ "policy-versions": changed(versions, { quorum: "one" }) });
    for (const { outcome } of broken.values()) expect(outcome).toBe("unknown");
  });

  test("is passed by no row that lacks any of what it says", () => {
    for (const [list, rows] of Object.entries({ "policy-versions": versions, "policy-approvals": approvals }))
      for (const name of Object.keys(rows[at]!.fields)) {
        const without = rows.map((own, index) =>
          index === at
            ? { ...own, fields: Object.fromEntries(Object.entries(own.fields).filter(([key]) => key !== name)) }
            : own,
        );
        expect([name, said({ [list]: without }).get(ACCESS)?.outcome]).not.toEqual([name, "pass"]);
      }
  });
});
