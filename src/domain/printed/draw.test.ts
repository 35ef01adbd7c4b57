import fc from "fast-check";
import { expect, test } from "vitest";
import { findDocument, findControl } from "#catalog/index.ts";
import { findPrinted, printedDocuments } from "#catalog/printed/index.ts";
import { findRegister } from "#catalog/registers/index.ts";
import { sealedRow } from "#tests/support/sealed-rows.ts";
import type { SnapshotManifest, SnapshotPage, SnapshotRow } from "../registers/snapshot.ts";
import { noNames, WITHHELD } from "./cells.ts";
import type { Names } from "./cells.ts";
import { drawDocument } from "./draw.ts";

const takenAt = "2026-11-22T10:20:00.000Z";
const row = (id: string, number: number, fields: SnapshotRow["fields"], more: Partial<SnapshotRow> = {}) =>
  sealedRow(id, fields, number, more);
const manifest = (confirmation: SnapshotManifest["registers"][number]["confirmation"]): SnapshotManifest => ({
  format: "exhibit-registers/1",
  takenAt,
  registers: [{ key: "actions", count: 2, confirmation, pages: [] }],
  collections: [],
  programs: [],
  samePeople: [],
  failingControls: [],
});
const confirmed = { at: "2026-11-20T10:00:00.000Z", until: "2027-02-20T10:00:00.000Z", count: 2 };
const pages: readonly SnapshotPage[] = [
  { register: "people", rows: [row("p1", 4, { name: { sha256: "a".repeat(64) }, kind: "employee" })] },
  {
    register: "actions",
    rows: [
      row("a1", 1, {
        title: "Rotate the keys",
        source: "audit-finding",
        controls: ["XC-08"],
        ownerId: "p1",
        dueOn: "2026-12-01",
        finding: "EX-000012",
      }),
      row(
        "a2",
        2,
        { title: "Done", source: "other", ownerId: "p1", dueOn: "2026-10-01", proof: "EX-000013" },
        {
          state: "ended",
          withdrawn: ["EX-000013"],
        },
      ),
    ],
  },
];
const drawn = (
  document: string,
  names: Names = noNames,
  given = pages,
  confirmation: typeof confirmed | null = confirmed,
) =>
  drawDocument(
    findPrinted(document)!,
    { exhibit: "EX-000020", sha256: "f".repeat(64), manifest: manifest(confirmation), pages: given },
    {
      title: findDocument(document)!.document.title,
      validForDays: findDocument(document)!.document.validForDays,
      register: findRegister,
      controlTitle: (id) => findControl(id)?.title,
    },
    names,
  );
const wordsOf = (value: unknown): string => JSON.stringify(value);

test("a printed document names its period, population, confirmation, exhibit and the SHA-256 that it is drawn from", () => {
  const { facts, blocks } = drawn("oversight.corrective-actions");
  expect(Object.fromEntries(facts.map(({ label, value }) => [label, value]))).toEqual({
    Period: "As of November 22, 2026",
    Population: "Open actions: 1 action; Closed actions: 1 action",
    Confirmed: "Actions: complete with 2 records on November 20, 2026, until February 20, 2027",
    "Drawn from": "EX-000020, sealed November 22, 2026, 10:20 UTC",
    "SHA-256": "f".repeat(64),
  });
  const said = wordsOf(blocks);
  for (const text of [
    "ACT-1",
    "Rotate the keys",
    "Audit finding",
    "XC-08 Strong authentication",
    "PER-4",
    "2026-12-01",
  ])
    expect(said).toContain(text);
  expect(said).toContain("EX-000012, EX-000013 (withdrawn).");
});

test("a printed document says how many of its records another person approved, where their register asks for that", () => {
  const meeting = (id: string, number: number, approval: SnapshotRow["approval"]) =>
    row(id, number, { title: "Q4", kind: "leadership", heldOn: "2026-11-05" }, { approval });
  const approved = (rows: readonly SnapshotRow[]) =>
    drawn("oversight.leadership-minutes", noNames, [{ register: "meetings", rows }]).facts.find(
      ({ label }) => label === "Approved",
    )?.value;
  const another = { at: takenAt, another: true };
  expect(approved([meeting("c1", 1, another), meeting("c2", 2, null)])).toBe(
    "Leadership reviews: 1 of 2 by another person",
  );
  expect(approved([meeting("c1", 1, another), meeting("c2", 2, { at: takenAt, another: false })])).toBe(
    "Leadership reviews: 1 of 2 by another person, 1 alone because nobody else could",
  );
  expect(approved([])).toBeUndefined();
});

test("an unconfirmed register says so in print", () => {
  const { facts } = drawn("oversight.corrective-actions", noNames, pages, null);
  expect(wordsOf(facts)).toContain("Actions: nobody confirmed that it is complete");
});

test("what is sealed as a hash is withheld and counted, and read by whoever is told it", () => {
  const people = [{ register: "people", rows: [row("p1", 4, { ...pages[0]!.rows[0]!.fields, startsAt: takenAt })] }];
  const without = drawn("accounts.leaver-checklist", noNames, people);
  expect(without.withheld).toBe(1);
  expect(wordsOf(without.blocks)).toContain(WITHHELD);
  expect(wordsOf(without.facts)).toContain("1 value that owners and admins read");
  const told = drawn("accounts.leaver-checklist", { ...noNames, hidden: () => "Ada Lin" }, people);
  expect(told.withheld).toBe(0);
  expect(wordsOf(told.blocks)).toContain("Ada Lin");
});

test("only rows of the period are in a log", () => {
  const at = (id: string, day: string) =>
    row(id, 1, { personId: "p1", policyId: "x", versionId: "y", at: `${day}T09:00:00.000Z` });
  const log = [
    ...pages,
    { register: "policy-acknowledgments", rows: [at("k1", "2026-11-22"), at("k2", "2025-11-22")] },
  ];
  const { facts, period } = drawn("policies.acknowledgment-log", noNames, log);
  expect(period).toEqual({ from: "2025-11-23", to: "2026-11-22" });
  expect(wordsOf(facts)).toContain("Acknowledgments: 1 acknowledgment");
});

test("who leaves on a day is printed as leaving on it, in its period", () => {
  const leaves = (at: number, endsAt: string) => row(`l${at}`, at, { kind: "employee", endsAt });
  const people = [
    leaves(1, "2025-11-23T00:00:00.000Z"),
    leaves(2, "2025-11-24T00:00:00.000Z"),
    leaves(3, "2026-11-22T17:00:00.000Z"),
    leaves(4, "2026-11-23T00:00:00.000Z"),
    leaves(5, "2026-11-24T00:00:00.000Z"),
  ];
  const { facts, blocks, period } = drawn("accounts.leaver-checklist", noNames, [{ register: "people", rows: people }]);
  expect(period).toEqual({ from: "2025-11-23", to: "2026-11-22" });
  expect(wordsOf(facts)).toContain("Leavers: 3 people");
  const table = blocks.findLast((block) => block.kind === "table")!;
  expect(table.rows.map((cells) => [wordsOf(cells[0]), wordsOf(cells[4])])).toEqual(
    [
      ["PER-2", "2025-11-23"],
      ["PER-3", "2026-11-22 17:00 UTC"],
      ["PER-4", "2026-11-22"],
    ].map((texts) => texts.map((text) => wordsOf([{ kind: "text", text }]))),
  );
});

test("the same exhibit draws the same, and no hash is ever printed in place of a value", () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant({ sha256: "b".repeat(64) }),
    fc.array(fc.string()),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...printedDocuments),
      fc.dictionary(fc.constantFrom("name", "title", "at", "subject", "kind", "by"), value),
      (printed, fields) => {
        const given = [...new Set(printed.tables.map(({ list }) => list))].map((register) => ({
          register,
          rows: [row("r", 1, fields)],
        }));
        const first = drawn(printed.document, noNames, given);
        expect(drawn(printed.document, noNames, given)).toEqual(first);
        expect(wordsOf(first)).not.toContain("b".repeat(64));
      },
    ),
    { numRuns: 200 },
  );
});

test("at most 1,000 flows of data are drawn, the document says how many are not, and its table has them all", () => {
  const of = (count: number) => {
    const data = Array.from({ length: count }, (_, at) => row(`d${at}`, at + 1, { name: `Kind ${at + 1}` }));
    const { blocks } = drawn("inventory.network-diagrams", noNames, [{ register: "data", rows: data }]);
    const texts = blocks.flatMap((block) => (block.kind === "paragraph" ? block.inline : []));
    return {
      figures: blocks.filter((block) => block.kind === "figure").length,
      texts: texts.map((piece) => ("text" in piece ? piece.text : "")),
      rows: blocks.flatMap((block) => (block.kind === "table" ? block.rows : [])).length,
    };
  };
  const many = of(1_003);
  expect(many).toMatchObject({ figures: 1_000, rows: 1_003 });
  expect(many.texts).toContain("1,000 figures are drawn. The tables below list 3 more.");
  const few = of(1_000);
  expect(few).toMatchObject({ figures: 1_000, rows: 1_000 });
  expect(few.texts.join(" ")).not.toContain("more");
});
