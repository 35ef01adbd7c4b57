import { expect, test } from "vitest";
import { digestOfDrawn } from "#domain/printed/drawn-data.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { passingFor } from "#tests/support/reference/passing-registers.ts";
import { judged } from "#tests/support/reference/prove-reference.ts";
import { inDays } from "#tests/support/sealed-rows.ts";

const check = "inventory.confirmed-within-year";
const kept = passingFor(check);
const [filed] = kept.lists["data"] as [SnapshotRow];
const { diagram: _, diagramDatedOn: __, ...fields } = filed.fields;
const row: SnapshotRow = { ...filed, fields: { ...fields, systemIds: ["aws"], vendorIds: ["id 1"] } };
const drawn = {
  exhibit: "EX-000040",
  takenAt: inDays(-30).toISOString(),
  own: false,
  anotherSince: null as string | null,
  shown: [{ id: row.id, sha256: digestOfDrawn(row) }],
};
const said = (given: unknown = drawn, rows: readonly SnapshotRow[] = [row]) =>
  judged(check, { ...kept, lists: { ...kept.lists, data: rows } }, { drawn: given });

test("diagrams that were drawn from the registers and accepted show the data, for 365 days", () => {
  expect(said()).toMatchObject({ outcome: "pass" });
  expect(said({ ...drawn, takenAt: inDays(-364).toISOString() }).until).toEqual(new Date("2026-11-25T00:00:00.000Z"));
});

test("whoever submitted them accepts them for as long as nobody else can, and a month more", () => {
  expect(said({ ...drawn, own: true }).outcome).toBe("pass");
  expect(said({ ...drawn, own: true, anotherSince: inDays(-10).toISOString() }).outcome).toBe("pass");
  expect(said({ ...drawn, own: true, anotherSince: inDays(-40).toISOString() }).outcome).toBe("unknown");
});

test.each<[string, unknown]>([
  ["none", null],
  ["what cannot be read", { ...drawn, shown: [{ id: row.id }] }],
  ["diagrams of more than 365 days ago", { ...drawn, takenAt: inDays(-366).toISOString() }],
  ["diagrams of a day to come", { ...drawn, takenAt: inDays(1).toISOString() }],
  ["diagrams without it", { ...drawn, shown: [{ id: "other", sha256: digestOfDrawn(row) }] }],
  ...["exhibit", "takenAt", "own", "anotherSince", "shown"].map((name): [string, unknown] => [
    `diagrams without ${name}`,
    Object.fromEntries(Object.entries(drawn).filter(([key]) => key !== name)),
  ]),
])("it is unknown whether %s show the data", (_name, given) => {
  expect(said(given)).toMatchObject({ outcome: "unknown" });
});

test.each<[string, Partial<SnapshotRow>]>([
  ["has another name", { fields: { ...row.fields, name: "Other files" } }],
  ["is of another class", { fields: { ...row.fields, class: "health" } }],
  ["is of other people", { fields: { ...row.fields, about: "Patients" } }],
  ["is kept elsewhere", { fields: { ...row.fields, systemIds: ["aws", "okta"] } }],
  ["is shared with others", { fields: { ...row.fields, vendorIds: [] } }],
  ["waits for approval", { state: "waiting", approval: null }],
  ["was approved by its author", { approval: { at: inDays(-1).toISOString(), another: false } }],
])("what was drawn does not show data that %s now", (_name, more) => {
  expect(said(drawn, [{ ...row, ...more }]).outcome).toBe("unknown");
});

test("data that was added since is not shown", () => {
  expect(said(drawn, [row, { ...row, id: "id 9", number: 9 }])).toMatchObject({
    outcome: "unknown",
    reason: "No diagram on file shows them as they are now: DAT-9. Submit the drawn diagrams for review, or file one.",
  });
});
