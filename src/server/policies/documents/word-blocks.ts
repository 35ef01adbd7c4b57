import {
  AlignmentType,
  BorderStyle,
  ExternalHyperlink,
  LevelFormat,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import type { HeadingLevel, INumberingOptions, ParagraphChild } from "docx";
import type { Block, Inline, PolicyTable } from "#domain/policies/policy-text.ts";
import type { DrawnBlock } from "#domain/printed/draw.ts";
import {
  policyBlockStyle,
  policyCode,
  policyListMore,
  policyQuote,
  policyRule,
} from "../../reading/policy-file/word-styles.ts";
import { lineBreaker, writeFigure } from "./word-figure.ts";
import { styleId } from "./word-style-sheet.ts";
import { writeTable } from "./word-table.ts";
import { WrittenAhead } from "./word-xml.ts";
import type { WordXml } from "./word-xml.ts";

type Numbering = INumberingOptions["config"][number];
type Heading = (typeof HeadingLevel)[keyof typeof HeadingLevel];

interface Place {
  /** The list that a paragraph is an entry of, and how deep. */
  readonly numbering?: { readonly reference: string; readonly level: number };
  readonly style?: string;
}

interface Marks {
  readonly bold: boolean;
  readonly italics: boolean;
  readonly isLink: boolean;
}

const line = { style: BorderStyle.SINGLE, size: 4, color: "BFB8AA" };
const edges = { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line };

/** Writes blocks as parts of a Word document, and remembers the lists and styles that these need. */
export class WordBlocks {
  readonly numbering: Numbering[] = [];
  readonly styles = new Set<string>();
  readonly ahead = new WrittenAhead();
  readonly #breakLines = lineBreaker();
  /** How many shapes figures have: each has an id of its own. */
  #shapes = 0;

  /** A document's body. */
  write(blocks: readonly DrawnBlock[]): (Paragraph | Table)[] {
    return blocks.flatMap((block) =>
      block.kind === "figure"
        ? writeFigure(block.figure, () => (this.#shapes += 1), this.#breakLines).map((xml) => this.#stand(xml))
        : this.#block(block, {}),
    );
  }

  /** An empty paragraph that stands for what is written already. */
  #stand(xml: WordXml): Paragraph {
    return new Paragraph({ style: this.ahead.keep(xml) });
  }

  #block(block: Block, place: Place): (Paragraph | Table)[] {
    switch (block.kind) {
      case "heading":
        return [new Paragraph({ heading: `Heading${block.level}` as Heading, children: runs(block.inline) })];
      case "paragraph":
        return [this.#paragraph(block.inline, place)];
      case "statement":
        return [this.#paragraph(block.inline, this.#styled(policyBlockStyle("Statement", block.check ?? "")))];
      case "fact":
        return [this.#paragraph(block.inline, this.#styled(policyBlockStyle("Fact", block.key)))];
      case "quote":
        return block.blocks.flatMap((own) => this.#block(own, { style: policyQuote }));
      case "rule":
        return [new Paragraph({ style: styleId(policyRule) })];
      case "list":
        return this.#list(block, 0);
      case "table":
        return [this.#table(block, block.key), new Paragraph({ spacing: { after: 0 } })];
    }
  }

  #styled(name: string): Place {
    this.styles.add(name);
    return { style: name };
  }

  #paragraph(inline: readonly Inline[], { numbering, style }: Place): Paragraph {
    return new Paragraph({
      children: runs(inline),
      ...(style !== undefined && { style: styleId(style) }),
      ...(numbering && { numbering }),
    });
  }

  #list({ start, items }: Extract<Block, { kind: "list" }>, level: number): (Paragraph | Table)[] {
    const reference = `list-${this.numbering.length + 1}`;
    this.numbering.push({ reference, levels: [levelOf(level, start)] });
    return items.flatMap((item) => {
      const [first, ...rest] = item;
      const own = first?.kind === "paragraph" ? first.inline : [];
      return [
        this.#paragraph(own, { numbering: { reference, level } }),
        ...(first?.kind === "paragraph" ? rest : item).flatMap((block) =>
          block.kind === "list" ? this.#list(block, level + 1) : this.#block(block, { style: policyListMore }),
        ),
      ];
    });
  }

  #table(table: PolicyTable, key: string | null): Paragraph | Table {
    const { head, rows } = table;
    const heads = this.#styled(policyBlockStyle("Table Head", key ?? ""));
    const place: Place = key === null ? {} : this.#styled(policyBlockStyle("Table", key));
    const written = writeTable(table, heads.style, place.style);
    if (written) return this.#stand(written);
    const width = Math.floor(9_360 / head.length);
    const row = (cells: PolicyTable["head"], isHead: boolean) =>
      new TableRow({
        tableHeader: isHead,
        children: head.map(
          (_, at) => new TableCell({ children: [this.#paragraph(cells[at] ?? [], isHead ? heads : place)] }),
        ),
      });
    return new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      columnWidths: head.map(() => width),
      borders: edges,
      rows: [row(head, true), ...rows.map((cells) => row(cells, false))],
    });
  }
}

function levelOf(level: number, start: number | null): Numbering["levels"][number] {
  return {
    level,
    format: start === null ? LevelFormat.BULLET : LevelFormat.DECIMAL,
    text: start === null ? "\u2022" : `%${level + 1}.`,
    start: start ?? 1,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: 360 * (level + 2), hanging: 360 } } },
  };
}

function runs(
  inline: readonly Inline[],
  marks: Marks = { bold: false, italics: false, isLink: false },
): ParagraphChild[] {
  return inline.flatMap((piece): ParagraphChild[] => {
    switch (piece.kind) {
      case "text":
        return [run(piece.text, marks)];
      case "code":
        return [run(piece.text, marks, styleId(policyCode))];
      case "break":
        return [new TextRun({ break: 1 })];
      case "strong":
        return runs(piece.inline, { ...marks, bold: true });
      case "emphasis":
        return runs(piece.inline, { ...marks, italics: true });
      case "link":
        return [new ExternalHyperlink({ link: piece.href, children: runs(piece.inline, { ...marks, isLink: true }) })];
    }
  });
}

function run(text: string, { bold, italics, isLink }: Marks, style?: string): TextRun {
  return new TextRun({
    text,
    ...(bold && { bold }),
    ...(italics && { italics }),
    ...(isLink && { color: "1F4E9E", underline: {} }),
    ...(style !== undefined && { style }),
  });
}
