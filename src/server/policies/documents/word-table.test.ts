import {
  Document,
  ImportedXmlComponent,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import type { ParagraphChild } from "docx";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openForeignZip } from "#domain/bundle/foreign-zip.ts";
import type { Inline, PolicyTable } from "#domain/policies/policy-text.ts";
import { rounds } from "#tests/support/rounds.ts";
import { inflate } from "../../reading/office-words.ts";
import { styleId } from "./word-style-sheet.ts";
import { writeTable } from "./word-table.ts";
import { element, WrittenAhead } from "./word-xml.ts";
import type { WordXml } from "./word-xml.ts";

/** What stands in a document's body, as the library writes it. */
async function body(child: Table | Paragraph): Promise<string> {
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children: [child] }] }));
  const readAt = async (into: Uint8Array, at: number) => bytes.copy(into, 0, at);
  const { files } = await openForeignZip(readAt, bytes.length, inflate);
  const chunks: Uint8Array[] = [];
  const document = files.find(({ path }) => path === "word/document.xml")!;
  for await (const chunk of document.read()) chunks.push(Uint8Array.from(chunk));
  const text = Buffer.concat(chunks).toString("utf8");
  return text.slice(text.indexOf("<w:body>") + 8, text.lastIndexOf("<w:sectPr"));
}

const edge = { style: "single", size: 4, color: "BFB8AA" } as const;
const borders = { top: edge, bottom: edge, left: edge, right: edge, insideHorizontal: edge, insideVertical: edge };

function byLibrary({ head, rows }: PolicyTable, heads: string, cells: string | undefined): Table {
  const row = (own: PolicyTable["head"], style: string | undefined, isHead: boolean) =>
    new TableRow({
      tableHeader: isHead,
      children: head.map((_, at) => {
        const named = style === undefined ? {} : { style: styleId(style) };
        return new TableCell({ children: [new Paragraph({ children: runs(own[at] ?? []), ...named })] });
      }),
    });
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: head.map(() => Math.floor(9_360 / head.length)),
    borders,
    rows: [row(head, heads, true), ...rows.map((own) => row(own, cells, false))],
  });
}

function runs(inline: readonly Inline[], marks: { bold?: true; italics?: true } = {}): ParagraphChild[] {
  return inline.flatMap((piece): ParagraphChild[] => {
    if (piece.kind === "break") return [new TextRun({ break: 1 })];
    if (piece.kind === "code") return [new TextRun({ text: piece.text, ...marks, style: "PolicyCode" })];
    if ("text" in piece) return [new TextRun({ text: piece.text, ...marks })];
    return runs(piece.inline, piece.kind === "strong" ? { ...marks, bold: true } : { ...marks, italics: true });
  });
}

const said = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.stringMatching(/^[&<>"'~ ]*$/),
);
const leaf = fc.oneof(
  said.map((text): Inline => ({ kind: "text", text })),
  said.map((text): Inline => ({ kind: "code", text })),
  fc.constant<Inline>({ kind: "break" }),
);
const marked = fc
  .tuple(fc.constantFrom("strong" as const, "emphasis" as const), fc.array(leaf, { maxLength: 2 }))
  .map(([kind, inline]): Inline => ({ kind, inline }));
const nested = fc.array(marked, { maxLength: 2 }).map((inline): Inline => ({ kind: "strong", inline }));
const cell = fc.array(fc.oneof(leaf, marked, nested), { maxLength: 3 });
const table = fc.tuple(
  fc.array(cell, { minLength: 1, maxLength: 5 }),
  fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 4 }),
);

test("a table is written in the letters that the library writes it in", async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom(undefined, "Table: systems"), async ([head, rows], style) => {
      const given = { head, rows };
      const written = writeTable(given, "Table Head: systems", style)!;
      const utf8 = Buffer.from(written.text).toString("utf8");
      expect(utf8).toBe(await body(byLibrary(given, "Table Head: systems", style)));
    }),
    { numRuns: rounds(40, 1_000) },
  );
});

test("a table with a link is left to the library, which alone can name where it leads", () => {
  const link: Inline = { kind: "link", href: "https://a.example", inline: [] };
  expect(writeTable({ head: [[]], rows: [[[{ kind: "strong", inline: [link] }]]] }, "h", undefined)).toBeUndefined();
});

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Node | string)[];
}

const attributes = fc.dictionary(fc.constantFrom("a", "w:b", "x"), fc.oneof(said, fc.integer()), {
  noNullPrototype: true,
});
const holding = (children: fc.Arbitrary<readonly (Node | string)[]>): fc.Arbitrary<Node> =>
  fc.record({ name: fc.constantFrom("w:r", "a:off", "wps:wsp"), attributes, children });
const text = said.map((own) => [own]);
const inner = holding(fc.oneof(text, fc.constant([])));
const node = holding(
  fc.oneof(text, fc.array(holding(fc.oneof(text, fc.array(inner, { maxLength: 3 }))), { maxLength: 3 })),
);

const asText = ({ name, attributes: own, children }: Node): WordXml =>
  element(name, own, ...children.map((child) => (typeof child === "string" ? child : asText(child))));

function asLibrary({ name, attributes: own, children }: Node): ImportedXmlComponent {
  const made = new ImportedXmlComponent(name, own);
  for (const child of children) made.push(typeof child === "string" ? child : asLibrary(child));
  return made;
}

test("an element is written in the letters that the library writes it in", async () => {
  await fc.assert(
    fc.asyncProperty(node, async (given) => {
      const paragraph = new Paragraph({});
      paragraph.addChildElement(asLibrary(given));
      const utf8 = Buffer.from(asText(given).text).toString("utf8");
      expect(await body(paragraph)).toBe(`<w:p>${utf8}</w:p>`);
    }),
    { numRuns: rounds(40, 1_000) },
  );
});

test("what people wrote never stands for what was written ahead", async () => {
  const ahead = new WrittenAhead();
  const style = ahead.keep(element("w:tbl"));
  const place = `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr></w:p>`;
  const text = await body(new Paragraph({ children: [new TextRun(place)] }));
  expect(ahead.put(text)).toBe(text);
  expect(ahead.put(await body(new Paragraph({ style })))).toBe("<w:tbl/>");
});
