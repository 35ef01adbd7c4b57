import fc from "fast-check";
import { wordNumbering } from "./word-file.ts";

const quote = '<w:pStyle w:val="Quote"/>';
const heading = '<w:pStyle w:val="Heading2"/>';
const numbered = (level: number, list = 1) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`;

const looksLikeMarkup = [
  " a",
  "b ",
  "*",
  "_c_",
  "::: fact people",
  "| --- |",
  "1. x",
  "# h",
  "- ",
  "[a](b)",
  "\\",
  "`",
];
const others = ["&lt;b&gt;", "&#x202e;", "http://x.y/(z)", "--- ", "=", "+", "~", "&amp;copy;", "Жλ"];
const words = fc.constantFrom(...looksLikeMarkup, ...others);
const run = fc
  .tuple(fc.constantFrom("", "<w:b/>", "<w:i/>", "<w:b/><w:i/>"), words)
  .map(([marks, text]) => `<w:r><w:rPr>${marks}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`);
const piece = fc.oneof(run, fc.constantFrom("<w:r><w:br/></w:r>", "<w:r><w:tab/></w:r>"));
const paragraph = fc
  .tuple(
    fc.constantFrom("", "", numbered(0), numbered(1), numbered(3), numbered(0, 2), quote, heading),
    fc.array(piece, { maxLength: 5 }),
  )
  .map(([properties, pieces]) => `<w:p><w:pPr>${properties}</w:pPr>${pieces.join("")}</w:p>`);
const few = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 3 });
const table = few(few(few(paragraph))).map(
  (rows) =>
    `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${cell.join("")}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`,
);

/** The body of a Word document: paragraphs, headings, quotes, lists in lists and tables, with words that look like markup. */
export const wordBodies = fc
  .array(fc.oneof({ weight: 5, arbitrary: paragraph }, table), { maxLength: 8 })
  .map((blocks) => blocks.join(""));

/** The parts that such a body refers to. */
export const partsOfBodies = {
  "word/numbering.xml": wordNumbering(
    [
      ["decimal", "%1."],
      ["bullet", "o"],
      ["lowerLetter", "%3)"],
      ["decimal", "%4."],
    ],
    [["bullet", "o"]],
  ),
  "word/styles.xml": `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/></w:style><w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/></w:style></w:styles>`,
};

/** The letters of a body, as somebody sees them: without spaces, and without what turns the direction of writing. */
export function lettersOfBody(body: string): string {
  const texts = [...body.matchAll(/<w:t [^<>]*>([^<]*)</g)].map(([, text]) => text!);
  return texts
    .join("")
    .replaceAll(/&#x202e;|\s/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
