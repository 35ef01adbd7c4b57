import { findControl } from "#catalog/index.ts";
import { findPrinted } from "#catalog/printed/index.ts";
import { findSealed } from "#catalog/registers/index.ts";
import type { Inline } from "#domain/policies/policy-text.ts";
import { noNames } from "#domain/printed/cells.ts";
import { drawDocument } from "#domain/printed/draw.ts";
import type { SnapshotPage, SnapshotRow } from "#domain/registers/snapshot.ts";
import { documentBytes } from "#server/policies/documents/document-bytes.ts";
import type { DocumentFormat } from "#server/policies/documents/document-bytes.ts";
import type { PrintedText } from "#server/policies/documents/printed-policy.ts";
import { printedText } from "#server/printed-documents/printed-text.ts";
import type { Ratio } from "./measure.ts";

const ROWS = 10_000;
const GOAL_SECONDS = 3;
const at = new Date("2026-11-22T10:00:00Z");

const text = (words: string): readonly Inline[] => [{ kind: "text", text: words }];
const head = ["Policy", "Version", "Person", "Acknowledged", "Signed in by", "SHA-256 of the text"];
const acknowledged = (row: number) => [
  "Access control policy",
  "3",
  `Person ${row}`,
  "Nov 22, 2026, 10:15 UTC",
  "staff link",
  "ab12".repeat(4),
];
/** What an incident says: sentences of words that seldom repeat. */
const sentence = (row: number) =>
  Array.from({ length: 14 }, (_, place) => `word${(row * 7_919 + place * 104_729) % 5_003}`).join(" ");
const incident = (row: number) => [
  `INC-${row}`,
  sentence(row),
  `Zoë Ωμέγα ${row % 97}`,
  row % 3 === 0 ? "" : "Yes",
  sentence(row + 5),
  `EX-${String(row).padStart(6, "0")}`,
];

/** Documents of 10,000 rows as each format, by processor time: who else is at work on the machine does not count. */
export async function printedRatios(): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  const documents = { "a log": () => table(acknowledged), "a register of texts": () => table(incident), diagrams };
  for (const [name, make] of Object.entries(documents))
    for (const format of ["pdf", "docx"] as const) ratios.push(await printedRatio(name, make, format));
  return ratios;
}

async function printedRatio(name: string, make: () => PrintedText, format: DocumentFormat): Promise<Ratio> {
  const before = process.cpuUsage();
  const made = await documentBytes(format, make());
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  if (!("bytes" in made)) throw new Error("not printed");
  return {
    what: `a printed document of ${ROWS} rows as ${format}, ${name}, on a processor / ${GOAL_SECONDS} s`,
    figures: `${seconds.toFixed(1)} s, ${(made.bytes.length / 1e6).toFixed(1)} MB`,
    ratio: seconds / GOAL_SECONDS,
    goal: { atMost: 1 },
  };
}

function table(rowOf: (row: number) => readonly string[]): PrintedText {
  return {
    company: "Many People",
    title: "Acknowledgment log",
    edition: "EX-000001",
    at,
    blocks: [
      {
        kind: "table",
        key: null,
        head: head.map(text),
        rows: Array.from({ length: ROWS }, (_, row) => rowOf(row).map(text)),
      },
    ],
    facts: [{ label: "Company", value: "Many People" }],
    foot: "Acknowledgment log, EX-000001",
  };
}

/** 10,000 kinds of data in 2,000 systems, shared with 1,000 vendors. */
function diagrams(): PrintedText {
  const [systems, vendors] = [2_000, 1_000];
  const row = (id: string, number: number, fields: SnapshotRow["fields"]): SnapshotRow =>
    ({ id, number, state: "open", fields, withdrawn: [], approval: null }) as unknown as SnapshotRow;
  const many = (count: number, make: (place: number) => SnapshotRow) =>
    Array.from({ length: count }, (_, place) => make(place));
  const pages: readonly SnapshotPage[] = [
    {
      register: "systems",
      rows: many(systems, (own) => row(`s${own}`, own, { systemId: `n${own}`, production: own % 2 === 0 })),
    },
    { register: "system-names", rows: many(systems, (own) => row(`n${own}`, own, { name: `System ${own}` })) },
    {
      register: "vendors",
      rows: many(vendors, (own) => row(`v${own}`, own, { name: `Vendor ${own}`, hosting: "yes", location: "US" })),
    },
    {
      register: "data",
      rows: many(ROWS, (own) =>
        row(`d${own}`, own, {
          name: `Data ${own}`,
          systemIds: [`n${own % systems}`, `n${(own * 7) % systems}`],
          vendorIds: [`v${own % vendors}`],
        }),
      ),
    },
  ];
  const manifest = {
    format: "exhibit-registers/1",
    takenAt: at.toISOString(),
    registers: [],
    collections: [],
    programs: [],
    samePeople: [],
    failingControls: [],
  } as const;
  const drawn = drawDocument(
    findPrinted("inventory.network-diagrams")!,
    { exhibit: "EX-000001", sha256: "ab".repeat(32), manifest, pages },
    {
      title: "Network and data-flow diagrams",
      validForDays: 365,
      register: findSealed,
      controlTitle: (id) => findControl(id)?.title,
    },
    noNames,
  );
  return printedText(drawn, "Many People", "EX-000001", at, undefined);
}
