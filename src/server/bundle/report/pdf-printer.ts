import type PDFDocument from "pdfkit";
import { contentWidth, drawOxford, drawRules, frame, ink } from "./page-frame.ts";
import { drawMark, drawStamp, drawTicks } from "./pdf-marks.ts";
import { findingWords } from "./report-model.ts";
import type { Block, Chapter, ReportContent, Section } from "./report-model.ts";
import { markInk } from "./marks.ts";
import { TablePrinter } from "./pdf-table.ts";
import { Typesetter } from "./typesetter.ts";
import type { Setting } from "./typesetter.ts";

type Document = InstanceType<typeof PDFDocument>;
type Structure = ReturnType<Document["struct"]>;

/** How each kind of text is set: line height beside size, in points, and the space below. */
const settings = {
  statement: { voice: "serif", size: 11, leading: 15.5, below: 4 },
  note: { voice: "work", size: 8.5, leading: 12, below: 4 },
  record: { voice: "record", size: 7.5, leading: 11.5, below: 4 },
} as const;

/** Sets the report page by page, from the top down; keeps where it is. */
export class PdfPrinter {
  readonly type: Typesetter;
  readonly #doc: Document;
  readonly #content: ReportContent;
  readonly #root: Structure;
  readonly #table: TablePrinter;
  #y: number = frame.bottom;

  constructor(doc: Document, content: ReportContent) {
    this.#doc = doc;
    this.#content = content;
    this.type = new Typesetter(doc);
    this.#root = doc.struct("Document");
    doc.addStructure(this.#root);
    this.#table = new TablePrinter(doc, this.type, {
      room: () => frame.bottom - this.#y,
      place: (height) => this.#place(height),
      turn: () => this.#turn(),
    });
  }

  /** The report in pieces of work, to be done in this order. */
  *pieces(): Generator<() => void> {
    yield () => this.#caption();
    for (const section of this.#content.front) yield* this.#section(section, this.#root, "H2", true);
    for (const chapter of this.#content.chapters) yield* this.#chapter(chapter);
    for (const section of this.#content.back) yield* this.#section(section, this.#root, "H2", true);
  }

  /** Closes what a reader of the structure walks through. */
  finish(): void {
    this.#root.end();
  }

  #caption(): void {
    const { caption, facts, heading } = this.#content;
    this.#turn();
    const [left, middle, right] = [frame.left, frame.left + 215, frame.left + 240];
    const setting = { voice: "serif", size: 11 } as const;
    const top = this.#y;
    for (const [index, { text, label }] of caption.entries()) {
      const voice = index === 0 ? "serifBold" : "serif";
      const lines = this.type.lines(text, { voice, size: 11 }, 200);
      for (const line of lines) this.#line(this.#root, "P", line, setting.size, left, this.#place(15.5));
      const [said] = this.type.lines(label, setting, 200);
      this.#line(this.#root, "P", said!, setting.size, left, this.#place(15.5), ink.grey);
      this.#y += 9;
    }
    const lower = this.#y;
    this.#y = top;
    const beside: number[] = [];
    for (const { label, value, record } of facts) {
      const head = this.type.lines(`${label}:`, setting, 200)[0]!;
      const indent = this.type.width(`${label}: `, setting);
      const valueSetting = record ? ({ voice: "record", size: 7.5 } as const) : setting;
      const lines = this.type.lines(value, valueSetting, frame.right - right - indent);
      this.#root.add(
        this.#doc.struct("P", {}, () => {
          for (const [index, line] of lines.entries()) {
            const y = this.#place(15.5);
            beside.push(y);
            this.#doc.fillColor(ink.text);
            if (index === 0) this.type.set(head, setting.size, right, y);
            this.type.set(line, valueSetting.size, right + indent, y);
          }
        }),
      );
    }
    this.#doc.markContent("Artifact", { type: "Layout" });
    for (const y of beside) this.#paren(middle, y);
    this.#doc.endMarkedContent();
    this.#y = Math.max(this.#y, lower) + 10;
    drawOxford(this.#doc, this.#y, false);
    this.#y += 33;
    this.#centred(heading, 21, this.#y);
    drawOxford(this.#doc, this.#y + 12, true);
    this.#y += 20;
  }

  #paren(x: number, y: number): void {
    this.#doc.fillColor(ink.grey);
    this.type.set(this.type.lines(")", { voice: "serif", size: 11 }, 20)[0]!, 11, x, y);
  }

  #centred(text: string, size: number, y: number): void {
    const [line] = this.type.lines(text, { voice: "serifBold", size }, contentWidth);
    const width = this.type.width(text, { voice: "serifBold", size });
    this.#line(this.#root, "H1", line!, size, frame.left + (contentWidth - width) / 2, y);
  }

  *#chapter({ number, title, finding, date, sections }: Chapter): Generator<() => void> {
    const part = this.#doc.struct("Sect");
    yield () => {
      this.#root.add(part);
      this.#keep(190);
      if (this.#y > frame.top + 20) this.#y += 22;
      drawOxford(this.#doc, this.#y, false);
      this.#y += 14;
      this.#doc.outline.addItem(`${number}. ${title}: ${findingWords[finding]}`);
      const top = this.#y;
      const lines = this.type.lines(title, { voice: "serifBold", size: 15 }, contentWidth - 120);
      this.#number(number, top + 14.8);
      part.add(
        this.#doc.struct("H2", {}, () => {
          this.#doc.fillColor(ink.text);
          for (const line of lines) this.type.set(line, 15, frame.left, this.#place(20));
        }),
      );
      part.add(this.#doc.struct("P", {}, () => drawStamp(this.#doc, this.type, { finding, date, top })));
      this.#y = Math.max(this.#y, top + 26) + 2;
    };
    for (const section of sections) yield* this.#section(section, part, "H3", false);
    yield () => void part.end();
  }

  *#section(
    { number, title, blocks }: Section,
    parent: Structure,
    level: "H2" | "H3",
    isListed: boolean,
  ): Generator<() => void> {
    yield () => {
      this.#keep(level === "H2" ? 90 : 60);
      if (isListed) this.#doc.outline.addItem(title);
      const size = level === "H2" ? 13 : 11.5;
      this.#y += level === "H2" ? 14 : 9;
      const y = this.#place(size + 4);
      this.#number(number, y);
      this.#line(
        parent,
        level,
        this.type.lines(title, { voice: "serifBold", size }, contentWidth)[0]!,
        size,
        frame.left,
        y,
      );
      this.#y += 3;
    };
    for (const block of blocks) yield* this.#block(block, parent);
  }

  *#block(block: Block, parent: Structure): Generator<() => void> {
    if (block.kind === "table") yield* this.#table.print(block, parent);
    else yield () => this.#simple(block, parent);
  }

  #simple(block: Exclude<Block, { kind: "table" }>, parent: Structure): void {
    switch (block.kind) {
      case "statement":
      case "note":
      case "record":
        return this.#paragraph(
          block.text,
          settings[block.kind],
          parent,
          block.kind === "statement" ? ink.text : ink.grey,
        );
      case "result":
        return this.#result(block, parent);
      case "list":
        return this.#list(block.items, parent);
      case "ticks": {
        const y = this.#place(22);
        const figure = this.#doc.struct("Figure", { alt: block.says }, () =>
          drawTicks(this.#doc, block.findings, y - 14),
        );
        parent.add(figure);
        return;
      }
      case "signatures":
        return this.#signatures(block.labels, parent);
    }
  }

  #paragraph(
    text: string,
    { leading, below, ...setting }: Setting & { readonly leading: number; readonly below: number },
    parent: Structure,
    color: string,
    indent = 0,
  ): void {
    const lines = this.type.lines(text, setting, contentWidth - indent);
    // A paragraph of a few lines stays together; a longer one may run over to the next page.
    this.#keep(Math.min(lines.length, 4) * leading);
    const paragraph = this.#doc.struct("P");
    parent.add(paragraph);
    for (const line of lines) {
      const y = this.#place(leading);
      paragraph.add(
        this.#doc.struct("Span", {}, () => {
          this.#doc.fillColor(color);
          this.type.set(line, setting.size, frame.left + indent, y);
        }),
      );
    }
    paragraph.end();
    this.#y += below;
  }

  #result({ text, finding }: Extract<Block, { kind: "result" }>, parent: Structure): void {
    const lines = this.type.lines(text, settings.statement, contentWidth - 15);
    const height = lines.length * settings.statement.leading;
    if (height < frame.bottom - frame.top) this.#keep(height + 4);
    const page = this.#doc.page;
    const top = this.#y + 3;
    this.#paragraph(text, settings.statement, parent, ink.text, 13);
    if (this.#doc.page !== page) return;
    this.#doc.markContent("Artifact", { type: "Layout" });
    this.#doc.rect(frame.left, top, 3.2, height).fill(markInk[finding]);
    this.#doc.endMarkedContent();
  }

  #list(items: readonly string[], parent: Structure): void {
    for (const item of items) {
      const top = this.#y;
      const page = this.#doc.page;
      this.#paragraph(item, settings.note, parent, ink.grey, 12);
      const y = (this.#doc.page === page ? top : frame.top) + 8;
      this.#doc.markContent("Artifact", { type: "Layout" });
      this.#doc.circle(frame.left + 4, y - 0.5, 1.1).fill(ink.grey);
      this.#doc.endMarkedContent();
    }
  }

  #signatures(labels: readonly string[], parent: Structure): void {
    this.#keep(80);
    this.#y += 44;
    const width = (contentWidth - 28) / 2;
    for (const [index, label] of labels.entries()) {
      const x = frame.left + index * (width + 28);
      this.#doc.markContent("Artifact", { type: "Layout" });
      this.#doc.rect(x, this.#y, width, 0.75).fill(ink.text);
      this.#doc.endMarkedContent();
      for (const [row, text] of [label, "Date:"].entries())
        this.#line(
          parent,
          "P",
          this.type.lines(text, { voice: "work", size: 9 }, width)[0]!,
          9,
          x,
          this.#y + 12 + row * 12.5,
        );
    }
    this.#y += 30;
  }

  /** A number in the margin, read before what it numbers. */
  #number(text: string, y: number): void {
    const setting = { voice: "record", size: 8 } as const;
    const x = frame.margin - this.type.width(text, setting);
    this.#line(this.#root, "P", this.type.lines(text, setting, 60)[0]!, setting.size, x, y, ink.grey);
  }

  #line(
    parent: Structure,
    kind: string,
    line: ReturnType<Typesetter["lines"]>[number],
    size: number,
    x: number,
    y: number,
    color: string = ink.text,
  ): void {
    parent.add(
      this.#doc.struct(kind as "P", {}, () => {
        this.#doc.fillColor(color);
        this.type.set(line, size, x, y);
      }),
    );
  }

  /** Takes room of this height, on the next page where this one has none; answers with its baseline. */
  #place(height: number): number {
    if (this.#y + height > frame.bottom) this.#turn();
    this.#y += height;
    return this.#y - height * 0.26;
  }

  /** Begins the next page unless this one still has so much room. */
  #keep(height: number): void {
    if (this.#y + height > frame.bottom) this.#turn();
  }

  #turn(): void {
    if (this.#doc.page) gather(this.#doc);
    this.#doc.addPage();
    drawRules(this.#doc);
    this.#y = frame.top;
  }
}

/** A page waits for its foot; thousands of them must not do so as millions of small pieces. */
function gather(doc: Document): void {
  const { content } = doc.page as unknown as { content: { buffer: Buffer[] } };
  content.buffer = [Buffer.concat(content.buffer)];
}
