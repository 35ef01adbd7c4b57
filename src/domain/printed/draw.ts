import { calendarDate } from "../calendar-date.ts";
import type { Block, Inline } from "../policies/policy-text.ts";
import { nothingBeside } from "../registers/register.ts";
import type { Beside, FieldValue, RecordFields, Register } from "../registers/register.ts";
import type { SnapshotManifest, SnapshotPage, SnapshotRow } from "../registers/snapshot.ts";
import { cellDrawer, columnOf } from "./cells.ts";
import type { Lists, Met, Names } from "./cells.ts";
import { drawFigures } from "./draw-figures.ts";
import type { Figure } from "./figure.ts";
import type { PrintedDocument, PrintedFigure, PrintedTable } from "./layout.ts";
import { periodOf } from "./period.ts";
import type { Period } from "./period.ts";
import { counted, selectRows } from "./select-rows.ts";

/** The sealed exhibit that a document is drawn from. */
export interface DrawnFrom {
  readonly exhibit: string;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
  readonly manifest: SnapshotManifest;
  /** All that it names. */
  readonly pages: readonly SnapshotPage[];
}

/** What is declared, as the catalog has it. */
export interface Declared {
  readonly title: string;
  readonly validForDays: number;
  readonly register: (key: string) => Register | undefined;
  readonly controlTitle: (id: string) => string | undefined;
}

/** A part of a document: what policies have too, or a figure. */
export type DrawnBlock = Block | { readonly kind: "figure"; readonly figure: Figure };

/** A document before it becomes a file: what stands above the text, and the text. */
export interface DrawnDocument {
  readonly title: string;
  readonly period: Period;
  readonly facts: readonly { readonly label: string; readonly value: string; readonly record?: boolean }[];
  readonly blocks: readonly DrawnBlock[];
  /** Values that the reader is not told. */
  readonly withheld: number;
}

const text = (words: string): readonly Inline[] => [{ kind: "text", text: words }];
const heading = (words: string): Block => ({ kind: "heading", level: 2, inline: text(words) });
const paragraph = (words: string): Block => ({ kind: "paragraph", inline: text(words) });

/**
 * Draws a document from a sealed exhibit of registers. Pure: whoever has the exhibit, its pages and the same names draws the same. It
 * says from what it was drawn, and how many values were withheld.
 */
export function drawDocument(
  printed: PrintedDocument,
  { exhibit, sha256, manifest, pages }: DrawnFrom,
  declared: Declared,
  names: Names,
): DrawnDocument {
  const lists = listsOf(pages, declared);
  const met: Met = { withheld: 0, exhibits: new Map() };
  const period = periodOf(printed, declared.validForDays, manifest.takenAt);
  const cell = cellDrawer(lists, names, met, period.to, besideOf(lists, manifest));
  const figures = (printed.figures ?? []).flatMap((which) => drawFigure(which, lists, cell));
  const drawn = printed.tables.map((table) => drawTable(table, period, lists, cell));
  const cited = [...met.exhibits].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    title: declared.title,
    period,
    withheld: met.withheld,
    facts: [
      { label: "Period", value: periodWords(period) },
      { label: "Population", value: drawn.map(({ population }) => population).join("; ") },
      ...approvedFacts(drawn.flatMap(({ approved }) => approved ?? [])),
      ...printed.confirmed.map((key) => ({
        label: "Confirmed",
        value: confirmationWords(key, manifest, declared.register(key)),
      })),
      { label: "Drawn from", value: `${exhibit}, sealed ${instantWords(manifest.takenAt)}` },
      ...(met.withheld > 0
        ? [{ label: "Withheld", value: `${counted(met.withheld, ["value", "values"])} that owners and admins read` }]
        : []),
      { label: "SHA-256", value: sha256, record: true },
    ],
    blocks: [
      paragraph(printed.about),
      ...figures,
      ...drawn.flatMap(({ blocks }) => blocks),
      ...(cited.length > 0
        ? [
            heading("Exhibits cited"),
            paragraph(`${cited.map(([number, isGone]) => (isGone ? `${number} (withdrawn)` : number)).join(", ")}.`),
          ]
        : []),
    ],
  };
}

type Cell = ReturnType<typeof cellDrawer>;

const figureTitles: Readonly<Record<PrintedFigure, readonly [title: string, about: string]>> = {
  systems: [
    "Systems and vendors",
    "Each box is a record. A dashed frame stands outside the company. Below the name: how critical a system is, or where a vendor is, and the data.",
  ],
  "data-flows": [
    "Data flows",
    "One figure for each kind of data. Solid lines lead to the systems that it is kept in, dashed lines to the vendors that it is shared with.",
  ],
};

function drawFigure(which: PrintedFigure, lists: Lists, cell: Cell): readonly DrawnBlock[] {
  const [title, about] = figureTitles[which];
  const { figures, undrawn } = drawFigures(which, { lists, cell });
  const more = `${counted(figures.length, ["figure is", "figures are"])} drawn. The tables below list ${counted(undrawn, ["more", "more"])}.`;
  return [
    heading(title),
    paragraph(about),
    ...(undrawn > 0 ? [paragraph(more)] : []),
    ...figures.map((figure) => ({ kind: "figure" as const, figure })),
  ];
}

function drawTable(table: PrintedTable, period: Period, lists: Lists, cell: Cell) {
  const { title, list, rows: words } = table;
  const columns = table.columns.map((column) => columnOf(column, lists.register(list)));
  const rows = selectRows(table, lists.rows, period, lists.register(list));
  const population = counted(rows.length, words);
  const drawn = rows.map((row) => columns.map((column) => text(cell(row, list, column))));
  const blocks: Block[] = [
    heading(title),
    paragraph(`${population}.`),
    ...(rows.length > 0
      ? [{ kind: "table" as const, key: null, head: columns.map(({ label }) => text(label)), rows: drawn }]
      : []),
  ];
  const approved = approvedWords(rows, list, lists.register(list));
  return { population: `${title}: ${population}`, approved: approved && `${title}: ${approved}`, blocks };
}

const approvedFacts = (approved: readonly string[]) =>
  approved.length > 0 ? [{ label: "Approved", value: approved.join("; ") }] : [];

/** How many of a table's records a second person approved; undefined where their register asks for none. */
function approvedWords(rows: readonly SnapshotRow[], list: string, register: Register | undefined): string | undefined {
  // Of screenings it is sealed apart from their record, and a column says it.
  if (register?.key !== list || register.rights.approve === undefined || rows.length === 0) return undefined;
  const approvals = rows.flatMap(({ approval }) => approval ?? []);
  const alone = approvals.filter(({ another }) => !another).length;
  const others = `${approvals.length - alone} of ${rows.length} by another person`;
  return alone > 0 ? `${others}, ${alone} alone because nobody else could` : others;
}

/** The lists of an exhibit's pages, with what is declared of them. */
export function listsOf(
  pages: readonly SnapshotPage[],
  { register, controlTitle }: Pick<Declared, "register" | "controlTitle">,
): Lists {
  const byList = Map.groupBy(pages, (page) => page.register);
  const rows = new Map([...byList].map(([key, own]) => [key, own.flatMap((page) => page.rows)]));
  const byId = new Map([...rows].map(([key, own]) => [key, new Map(own.map((row) => [row.id, row]))]));
  return {
    rows: (list) => rows.get(list) ?? [],
    row: (list, id) => byId.get(list)?.get(id),
    register,
    controlTitle,
  };
}

/** What stood around a record when it was sealed; each row of a document asks for the same. */
function besideOf(lists: Lists, { passingControls = [] }: SnapshotManifest): Beside {
  const found = new Map<string, readonly RecordFields[]>();
  const counting = (key: string) => {
    const isApproved = lists.register(key)?.rights.approve !== undefined;
    const counts = ({ state, approval }: SnapshotRow) =>
      state === "open" && (!isApproved || approval?.another === true);
    return lists.rows(key).flatMap((row) => (counts(row) ? [plainFields(row)] : []));
  };
  return {
    ...nothingBeside,
    passing: new Set(passingControls),
    records: (key) => {
      const known = found.get(key) ?? counting(key);
      found.set(key, known);
      return known;
    },
  };
}

/** The values of a row that are not sealed as hashes. */
const plainFields = ({ fields }: SnapshotRow): RecordFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === "object" && !Array.isArray(value) ? [] : [[name, value as FieldValue]],
    ),
  );

function confirmationWords(key: string, { registers }: SnapshotManifest, register: Register | undefined): string {
  const label = register?.label ?? key;
  const held = registers.find((own) => own.key === key)?.confirmation;
  if (!held) return `${label}: nobody confirmed that it is complete`;
  const records = counted(held.count, ["record", "records"]);
  return `${label}: complete with ${records} on ${dateWords(held.at)}, until ${dateWords(held.until)}`;
}

const dateWords = (instant: string): string => calendarDate(new Date(instant));
const instantWords = (instant: string): string => `${dateWords(instant)}, ${instant.slice(11, 16)} UTC`;
const periodWords = ({ from, to }: Period): string =>
  from === to
    ? `As of ${dateWords(`${to}T00:00:00Z`)}`
    : `${dateWords(`${from}T00:00:00Z`)} to ${dateWords(`${to}T00:00:00Z`)}`;
