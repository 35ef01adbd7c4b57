import { contentWidth, frame, ink } from "./page-frame.ts";
import { drawMark } from "./pdf-marks.ts";
import { markInk } from "./marks.ts";
import type { Document, Sheet, Structure } from "./pdf-sheet.ts";
import type { Cell, Table } from "./report-model.ts";
import { addRow } from "./row-elements.ts";
import type { DrawnCell } from "./row-elements.ts";
import type { Line, Setting, Typesetter } from "./typesetter.ts";

interface SetLine {
  readonly line: Line;
  readonly setting: Setting;
  readonly color: string;
  readonly leading: number;
}

type Row = Table["rows"][number];

interface Place {
  readonly x: number;
  readonly width: number;
}

/** A table while its rows are set. */
interface Printing {
  readonly table: Table;
  readonly places: readonly Place[];
  /** For each column. */
  readonly known: readonly KnownTexts[];
  readonly structure: Structure;
}

const GAP = 8;
const ABOVE = 2.4;
const BELOW = 2.6;
const head = { voice: "workBold", size: 8 } as const;
const HEAD_LEADING = 10;
/** So many rows at once; in between, others may work. */
const ROWS = 40;

/** Sets tables: heads again on each page, rows that never break, their numbers in the margin. */
export class TablePrinter {
  readonly #doc: Document;
  readonly #type: Typesetter;
  readonly #sheet: Sheet;

  readonly #wrapsHeads: boolean;

  /** `wrapsHeads`: what people wrote may be wider than its column. */
  constructor(sheet: Sheet, { wrapsHeads = false } = {}) {
    this.#wrapsHeads = wrapsHeads;
    this.#sheet = sheet;
    this.#doc = sheet.doc;
    this.#type = sheet.type;
  }

  /** The table in pieces of work, to be done in this order; `rows` are asked for as they are set. */
  *print(table: Table, parent: Structure, rows: Iterable<Row> = table.rows): Generator<() => void> {
    const structure = this.#doc.struct("Table", { title: table.label });
    const places = this.#places(table);
    const known = table.columns.map(() => new KnownTexts());
    yield () => {
      parent.add(structure);
      if (this.#sheet.room < 60) this.#sheet.turn();
      this.#heads(table, structure);
    };
    const left = rows[Symbol.iterator]();
    for (let some = next(left, ROWS); some.length > 0; some = next(left, ROWS)) {
      const own = some;
      yield () => {
        for (const row of own) this.#row({ table, places, known, structure }, row);
      };
    }
    yield () => {
      structure.end();
      if (this.#sheet.room > 6) this.#sheet.place(6);
    };
  }

  /** On a page that goes on with the table the heads are there for the eye alone. */
  #heads(table: Table, structure: Structure | undefined): void {
    const places = this.#places(table);
    const lines = table.columns.map((column, index) =>
      this.#wrapsHeads
        ? this.#type.lines(column.head, head, places[index]!.width)
        : this.#type.lines(column.head, head, 200).slice(0, 1),
    );
    const more = (Math.max(1, ...lines.map(({ length }) => length)) - 1) * HEAD_LEADING;
    const baseline = this.#sheet.place(15 + more) + more * 0.26;
    const draw = (index: number) => {
      this.#doc.fillColor(ink.text);
      const top = baseline - (lines[index]!.length - 1) * HEAD_LEADING;
      for (const [at, line] of lines[index]!.entries())
        this.#type.set(line, head.size, places[index]!.x, top + at * HEAD_LEADING);
    };
    const row = structure && this.#doc.struct("TR");
    if (row) structure.add(row);
    if (!row) this.#doc.markContent("Artifact", { type: "Pagination" });
    for (const index of table.columns.keys()) {
      const cell = () => draw(index);
      if (row) row.add(this.#doc.struct("TH", {}, cell));
      else cell();
    }
    if (!row) this.#doc.endMarkedContent();
    row?.end();
    this.#rule(baseline + 3.9, 0.9, ink.text);
  }

  #row({ table, places, known, structure }: Printing, { number, cells }: Row): void {
    const set = cells.map((cell, index) => this.#knownLines(cell, places[index]!.width, known[index]!));
    const heights = set.map((lines) => lines.reduce((sum, { leading }) => sum + leading, 0));
    const height = Math.max(...heights) + ABOVE + BELOW;
    if (this.#sheet.room < height) {
      this.#sheet.turn();
      this.#heads(table, undefined);
    }
    const top = this.#sheet.place(height) - height * 0.74;
    const drawn: DrawnCell[] = cells.map((cell, index) => ({
      kind: "TD",
      draw: () => this.#cell(cell, set[index]!, places[index]!.x, top + ABOVE),
    }));
    if (number !== "") drawn.unshift({ kind: "TH", draw: () => this.#number(number, top + ABOVE + 8.6) });
    addRow(this.#doc, structure, drawn);
    this.#rule(top + height, 0.5, ink.rule);
  }

  #number(text: string, y: number): void {
    const setting = { voice: "record", size: 7.5 } as const;
    this.#doc.fillColor(ink.grey);
    const x = frame.margin - this.#type.width(text, setting);
    this.#type.set(this.#type.lines(text, setting, 60)[0]!, setting.size, x, y);
  }

  #cell({ finding }: Cell, lines: readonly SetLine[], x: number, top: number): void {
    if (finding) drawMark(this.#doc, finding, x, top + 1.6, 8);
    let y = top;
    for (const { line, setting, color, leading } of lines) {
      this.#doc.fillColor(color);
      this.#type.set(line, setting.size, finding ? x + 12 : x, y + 8.6);
      y += leading;
    }
  }

  /** Most columns say few things over and over: where they stand in lines is known then. */
  #knownLines(cell: Cell, width: number, known: KnownTexts): readonly SetLine[] {
    const { text, note, record, finding } = cell;
    const isPlain = note === undefined && !record && !finding;
    return isPlain ? known.find(text, () => this.#linesOf(cell, width)) : this.#linesOf(cell, width);
  }

  #linesOf({ text, note, record, finding }: Cell, width: number): SetLine[] {
    const setting: Setting = record
      ? { voice: "record", size: 7.2 }
      : { voice: finding ? "workBold" : "work", size: 8.75 };
    const leading = record ? 10 : 11.5;
    const color = finding ? markInk[finding] : ink.text;
    const said = this.#type.lines(text, setting, finding ? width - 12 : width);
    const quiet = { voice: "work", size: 7.75 } as const;
    const below = note === undefined ? [] : this.#type.lines(note, quiet, width);
    return [
      ...said.map((line) => ({ line, setting, color, leading })),
      ...below.map((line) => ({ line, setting: quiet, color: ink.grey, leading: 10.5 })),
    ];
  }

  #places({ columns }: Table): Place[] {
    let x: number = frame.left;
    return columns.map(({ share }) => {
      const place = { x, width: (share / 100) * contentWidth - GAP };
      x += place.width + GAP;
      return place;
    });
  }

  #rule(y: number, width: number, color: string): void {
    this.#doc.markContent("Artifact", { type: "Layout" });
    this.#doc.rect(frame.left, y, contentWidth, width).fill(color);
    this.#doc.endMarkedContent();
  }
}

/** Texts of a column that are remembered. */
const MOST_TEXTS = 1_000;

/** Texts of a column that were set before, in lines. Where so many were all different, others will be. */
class KnownTexts {
  #texts: Map<string, readonly SetLine[]> | undefined = new Map();
  #found = 0;

  find(text: string, set: () => readonly SetLine[]): readonly SetLine[] {
    const known = this.#texts?.get(text);
    if (known) {
      this.#found += 1;
      return known;
    }
    const lines = set();
    if (!this.#texts) return lines;
    if (this.#texts.size < MOST_TEXTS) this.#texts.set(text, lines);
    else if (this.#found < MOST_TEXTS) this.#texts = undefined;
    return lines;
  }
}

function next<T>(left: Iterator<T>, most: number): readonly T[] {
  const some: T[] = [];
  while (some.length < most) {
    const { done, value } = left.next();
    if (done) break;
    some.push(value);
  }
  return some;
}
