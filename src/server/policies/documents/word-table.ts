import type { Inline, PolicyTable } from "#domain/policies/policy-text.ts";
import { policyCode } from "../../reading/policy-file/word-styles.ts";
import { styleId } from "./word-style-sheet.ts";
import { escaped, WordXml } from "./word-xml.ts";

const edge = (name: string) => `<w:${name} w:val="single" w:color="BFB8AA" w:sz="4"/>`;
const borders = ["top", "left", "bottom", "right", "insideH", "insideV"].map(edge).join("");

/** A style of paragraphs, by its name; none is the document's own. */
type Style = string | undefined;

/**
 * Writes a table as the library writes it, which makes a tree of each cell first: a table of 10,000 rows takes it seconds and half a
 * gigabyte. Undefined for a table with links, which only the library can name.
 */
export function writeTable({ head, rows }: PolicyTable, heads: Style, cells: Style): WordXml | undefined {
  if ([head, ...rows].some((row) => row.some(hasLink))) return undefined;
  const width = Math.floor(9_360 / head.length);
  const before = (style: Style) =>
    `<w:tc><w:tcPr><w:tcW w:type="dxa" w:w="${width}"/></w:tcPr>${style === undefined ? "" : `<w:p><w:pPr><w:pStyle w:val="${escaped(styleId(style))}"/></w:pPr>`}`;
  const row = (own: PolicyTable["head"], style: Style) => {
    const start = before(style);
    let text = "";
    for (const at of head.keys()) {
      const said = runs(own[at] ?? [], "", "");
      const isEmpty = style === undefined && said === "";
      text += isEmpty ? `${start}<w:p/></w:tc>` : `${start}${style === undefined ? "<w:p>" : ""}${said}</w:p></w:tc>`;
    }
    return text;
  };
  const parts = [
    `<w:tbl><w:tblPr><w:tblW w:type="pct" w:w="5000"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr>`,
    `<w:tblGrid>${`<w:gridCol w:w="${width}"/>`.repeat(head.length)}</w:tblGrid>`,
    `<w:tr><w:trPr><w:tblHeader/></w:trPr>${row(head, heads)}</w:tr>`,
  ];
  for (const own of rows) parts.push(`<w:tr><w:trPr><w:tblHeader w:val="off"/></w:trPr>${row(own, cells)}</w:tr>`);
  return new WordXml(`${parts.join("")}</w:tbl>`);
}

const hasLink = (inline: readonly Inline[]): boolean =>
  inline.some((piece) => piece.kind === "link" || ("inline" in piece && hasLink(piece.inline)));

const BOLD = "<w:b/><w:bCs/>";
const ITALICS = "<w:i/><w:iCs/>";

function runs(inline: readonly Inline[], bold: string, italics: string): string {
  let text = "";
  for (const piece of inline) {
    switch (piece.kind) {
      case "text":
        text += run(piece.text, bold + italics);
        break;
      case "code":
        text += run(piece.text, `<w:rStyle w:val="${styleId(policyCode)}"/>${bold}${italics}`);
        break;
      case "break":
        text += "<w:r><w:br/></w:r>";
        break;
      case "strong":
        text += runs(piece.inline, BOLD, italics);
        break;
      case "emphasis":
        text += runs(piece.inline, bold, ITALICS);
        break;
      case "link":
        break;
    }
  }
  return text;
}

const run = (text: string, marks: string) =>
  `<w:r>${marks === "" ? "" : `<w:rPr>${marks}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
