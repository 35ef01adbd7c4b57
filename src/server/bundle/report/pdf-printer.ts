import { contentWidth, drawOxford, frame, ink } from "./page-frame.ts";
import { setBlock } from "./pdf-blocks.ts";
import { setCaption } from "./pdf-caption.ts";
import { drawStamp } from "./pdf-marks.ts";
import type { Sheet, Structure } from "./pdf-sheet.ts";
import { TablePrinter } from "./pdf-table.ts";
import { findingWords } from "#domain/finding-words.ts";
import type { Chapter, ReportContent, Section } from "./report-model.ts";

/** Sets the report page by page, from the top down. */
export class PdfPrinter {
  readonly #sheet: Sheet;
  readonly #content: ReportContent;
  readonly #root: Structure;
  readonly #table: TablePrinter;

  constructor(sheet: Sheet, content: ReportContent) {
    this.#sheet = sheet;
    this.#content = content;
    this.#root = sheet.doc.struct("Document");
    sheet.doc.addStructure(this.#root);
    this.#table = new TablePrinter(sheet);
  }

  /** The report in pieces of work, to be done in this order. */
  *pieces(): Generator<() => void> {
    const { front, chapters, back } = this.#content;
    yield () => setCaption(this.#sheet, this.#content, this.#root);
    for (const section of front) yield* this.#section(section, this.#root, "H2");
    for (const chapter of chapters) yield* this.#chapter(chapter);
    for (const section of back) yield* this.#section(section, this.#root, "H2");
    yield () => {
      this.#root.end();
    };
  }

  *#chapter(chapter: Chapter): Generator<() => void> {
    const part = this.#sheet.doc.struct("Sect");
    yield () => this.#begin(chapter, part);
    for (const section of chapter.sections) yield* this.#section(section, part, "H3");
    yield () => {
      part.end();
    };
  }

  /** A chapter's number, title and stamp under a thick-thin rule, never alone at the foot of a page. */
  #begin({ number, title, finding, date }: Chapter, part: Structure): void {
    const sheet = this.#sheet;
    this.#root.add(part);
    sheet.keep(190);
    if (sheet.y > frame.top + 20) sheet.y += 22;
    drawOxford(sheet.doc, sheet.y, false);
    sheet.y += 14;
    sheet.doc.outline.addItem(`${number}. ${title}: ${findingWords[finding]}`);
    const top = sheet.y;
    sheet.number(part, number, top + 14.8);
    const lines = sheet.type.lines(title, { voice: "serifBold", size: 15 }, contentWidth - 120);
    const draw = () => {
      sheet.doc.fillColor(ink.text);
      for (const line of lines) sheet.type.set(line, 15, frame.left, sheet.place(20));
    };
    part.add(sheet.doc.struct("H2", {}, draw));
    part.add(sheet.doc.struct("P", {}, () => drawStamp(sheet.doc, sheet.type, { finding, date, top })));
    sheet.y = Math.max(sheet.y, top + 26) + 2;
  }

  *#section({ number, title, blocks }: Section, parent: Structure, level: "H2" | "H3"): Generator<() => void> {
    yield () => {
      const sheet = this.#sheet;
      const isMain = level === "H2";
      const size = isMain ? 13 : 11.5;
      sheet.keep(isMain ? 90 : 60);
      // Chapters are marked as such; their parts would only hide them.
      if (isMain) sheet.doc.outline.addItem(title);
      sheet.y += isMain ? 14 : 9;
      const y = sheet.place(size + 4);
      sheet.number(parent, number, y);
      const [line] = sheet.type.lines(title, { voice: "serifBold", size }, contentWidth);
      sheet.line(parent, level, line!, { size, x: frame.left, y });
      sheet.y += 3;
    };
    for (const block of blocks) {
      if (block.kind === "table") yield* this.#table.print(block, parent);
      else yield () => setBlock(this.#sheet, block, parent);
    }
  }
}
