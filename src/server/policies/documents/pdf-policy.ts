import PDFDocument from "pdfkit";
import type { Block } from "#domain/policies/policy-text.ts";
import type { DrawnBlock } from "#domain/printed/draw.ts";
import { contentWidth, drawFeet, drawOxford, frame, ink } from "../../bundle/report/page-frame.ts";
import { Sheet } from "../../bundle/report/pdf-sheet.ts";
import type { Structure } from "../../bundle/report/pdf-sheet.ts";
import { setFigure } from "./pdf-figure.ts";
import { richLines, setRich } from "./pdf-rich.ts";
import type { RichStyle } from "./pdf-rich.ts";
import { setPolicyTable } from "./pdf-policy-table.ts";
import { plainText } from "./printed-policy.ts";
import type { PrintedText } from "./printed-policy.ts";

const body: RichStyle = { size: 11, leading: 15.5 };
const headings: readonly RichStyle[] = [
  { size: 15, leading: 20, isBold: true },
  { size: 13, leading: 18, isBold: true },
  { size: 11.5, leading: 16, isBold: true },
];
const INDENT = 18;

type Outline = InstanceType<typeof PDFDocument>["outline"];

/** Prints a text as a tagged PDF with bookmarks and our fonts. The same text gives the same bytes. */
export async function policyAsPdf(policy: PrintedText, { compress = true } = {}): Promise<Buffer> {
  const doc = new PDFDocument({
    size: "LETTER",
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: "en-US",
    compress,
    info: {
      Title: `${policy.title}, ${policy.edition}`,
      Author: policy.company,
      Creator: "Exhibit",
      Producer: "Exhibit",
      CreationDate: policy.at,
      ModDate: policy.at,
    },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => void chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const sheet = new Sheet(doc);
  const printer = new PolicyPrinter(sheet);
  printer.print(policy);
  drawFeet(doc, sheet.type, capitalized(policy.edition), shortened(policy.foot));
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The foot has one line. */
const shortened = (text: string) => (text.length > 70 ? `${text.slice(0, 34)}...${text.slice(-32)}` : text);

class PolicyPrinter {
  readonly #sheet: Sheet;
  readonly #root: Structure;
  /** Bookmarks that the next heading may stand under, by their levels. */
  #outlines: { readonly level: number; readonly outline: Outline }[];

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
    this.#root = sheet.doc.struct("Document");
    sheet.doc.addStructure(this.#root);
    this.#outlines = [{ level: 0, outline: sheet.doc.outline }];
  }

  print(policy: PrintedText): void {
    this.#sheet.turn();
    this.#titleBlock(policy);
    for (const [at, block] of policy.blocks.entries()) this.#numbered(block, at + 1);
    this.#root.end();
  }

  #titleBlock({ title, facts }: PrintedText): void {
    const sheet = this.#sheet;
    const style: RichStyle = { size: 21, leading: 26, isBold: true };
    drawOxford(sheet.doc, sheet.y, false);
    sheet.y += 12;
    setRich(sheet, richLines(sheet, [{ kind: "text", text: title }], style, contentWidth), style, {
      parent: this.#root,
      kind: "H1",
      x: frame.left,
    });
    drawOxford(sheet.doc, sheet.y + 4, true);
    sheet.y += 18;
    for (const { label, value, record } of facts) {
      const small: RichStyle = { size: record ? 9 : 10, leading: 13.5 };
      const top = sheet.y;
      const lines = richLines(sheet, [{ kind: record ? "code" : "text", text: value }], small, contentWidth - 92);
      sheet.keep(small.leading);
      const [name] = sheet.type.lines(`${label}:`, { voice: "serif", size: 10 }, 90);
      sheet.line(this.#root, "P", name!, { size: 10, x: frame.left, y: Math.max(top, sheet.y) + 10, color: ink.grey });
      setRich(sheet, lines, small, { parent: this.#root, kind: "P", x: frame.left + 92 });
    }
    sheet.y += 10;
    this.#rule();
  }

  /** A block with its number in the margin, as the page shows it. */
  #numbered(block: DrawnBlock, number: number): void {
    const sheet = this.#sheet;
    if (block.kind === "figure") return setFigure(sheet, block.figure, this.#root);
    if (block.kind === "heading") sheet.y += 10;
    sheet.keep(block.kind === "heading" ? 60 : 32);
    sheet.number(this.#root, String(number), sheet.y + (block.kind === "heading" ? 14 : 11.4));
    this.#block(block, this.#root, 0);
  }

  #block(block: Block, parent: Structure, indent: number): void {
    const sheet = this.#sheet;
    const x = frame.left + indent;
    const width = contentWidth - indent;
    switch (block.kind) {
      case "heading": {
        const style = headings[block.level - 1]!;
        this.#bookmark(plainText(block.inline), block.level);
        setRich(sheet, richLines(sheet, block.inline, style, width), style, { parent, kind: `H${block.level + 1}`, x });
        sheet.y += 4;
        return;
      }
      case "paragraph":
      case "fact":
        setRich(sheet, richLines(sheet, block.inline, body, width), body, { parent, kind: "P", x });
        sheet.y += 6;
        return;
      case "statement": {
        const [page, top] = [sheet.doc.page, sheet.y + 2];
        const lines = richLines(sheet, block.inline, body, width - 12);
        setRich(sheet, lines, body, { parent, kind: "P", x: x + 12 });
        this.#bar(page, x, top);
        sheet.y += 6;
        return;
      }
      case "list":
        return this.#list(block, parent, indent);
      case "quote": {
        const quote = sheet.doc.struct("BlockQuote");
        parent.add(quote);
        const [page, top] = [sheet.doc.page, sheet.y + 2];
        for (const own of block.blocks) this.#block(own, quote, indent + INDENT);
        quote.end();
        this.#bar(page, x + 6, top);
        return;
      }
      case "rule":
        return this.#rule();
      case "table":
        return setPolicyTable(sheet, block, parent);
    }
  }

  #list({ start, items }: Extract<Block, { kind: "list" }>, parent: Structure, indent: number): void {
    const sheet = this.#sheet;
    const list = sheet.doc.struct("L");
    parent.add(list);
    for (const [at, item] of items.entries()) {
      const entry = sheet.doc.struct("LI");
      list.add(entry);
      sheet.keep(body.leading);
      const mark = start === null ? "\u2022" : `${start + at}.`;
      const setting = { voice: "serif", size: body.size } as const;
      const line = sheet.type.lines(mark, setting, 60)[0]!;
      const x = frame.left + indent + INDENT - 5 - sheet.type.width(mark, setting);
      const label = sheet.doc.struct("Lbl", {}, () => {
        sheet.doc.fillColor(ink.grey);
        sheet.type.set(line, body.size, Math.max(x, frame.left + indent - 8), sheet.y + body.leading * 0.74);
      });
      entry.add(label);
      const content = sheet.doc.struct("LBody");
      entry.add(content);
      for (const block of item) this.#block(block, content, indent + INDENT);
      if (item.length === 0) sheet.y += body.leading;
      content.end();
      entry.end();
    }
    list.end();
  }

  #bookmark(title: string, level: number): void {
    while (this.#outlines.at(-1)!.level >= level) this.#outlines.pop();
    const outline = this.#outlines.at(-1)!.outline.addItem(title) as unknown as Outline;
    this.#outlines.push({ level, outline });
  }

  /** A bar beside what was just set, where that stayed on one page. */
  #bar(page: unknown, x: number, top: number): void {
    const sheet = this.#sheet;
    const height = sheet.y - top;
    if (sheet.doc.page === page && height > 0)
      sheet.artifact(() => void sheet.doc.rect(x, top, 2.4, height).fill(ink.rule));
  }

  #rule(): void {
    const sheet = this.#sheet;
    sheet.keep(14);
    sheet.artifact(() => void sheet.doc.rect(frame.left, sheet.y + 5, contentWidth, 0.6).fill(ink.rule));
    sheet.y += 12;
  }
}
