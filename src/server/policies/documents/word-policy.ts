import {
  BorderStyle,
  Document,
  Footer,
  Header,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import { policyTitleBlock } from "../../reading/policy-file/word-styles.ts";
import { steadyWord } from "./steady-word.ts";
import type { PrintedText } from "./printed-policy.ts";
import { WordBlocks } from "./word-blocks.ts";
import { styleId, wordStyles } from "./word-style-sheet.ts";

/** US Letter, in twentieths of a point. */
const PAGE = { width: 12_240, height: 15_840 };
const line = { style: BorderStyle.SINGLE, size: 4, color: "BFB8AA" };
const none = { style: BorderStyle.NONE, size: 0, color: "auto" };

/** Prints a text as a Word document with real headings, lists and tables. The same text gives the same bytes. */
export async function policyAsWord(policy: PrintedText): Promise<Buffer> {
  const blocks = new WordBlocks();
  const body = blocks.write(policy.blocks);
  const document = new Document({
    title: `${policy.title}, ${policy.edition}`,
    creator: policy.company,
    lastModifiedBy: "Exhibit",
    styles: wordStyles(blocks.styles),
    numbering: { config: [...blocks.numbering] },
    sections: [
      {
        properties: { page: { size: PAGE, margin: { top: 1_300, bottom: 1_300, left: 1_440, right: 1_440 } } },
        headers: { default: new Header({ children: [small(`${policy.company}    ${policy.title}`)] }) },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                children: [
                  new TextRun({ text: `${policy.foot}    Page `, size: 16 }),
                  new TextRun({ children: [PageNumber.CURRENT, " of ", PageNumber.TOTAL_PAGES], size: 16 }),
                ],
              }),
            ],
          }),
        },
        children: [...titleBlock(policy), ...body],
      },
    ],
  });
  return steadyWord(await Packer.toBuffer(document), policy.at, (text) => blocks.ahead.put(text));
}

const small = (text: string) => new Paragraph({ children: [new TextRun({ text, size: 16, color: "5C564C" })] });

/** Known by its style: whoever brings the document back does not get it as text of the policy. */
function titleBlock({ title, facts }: PrintedText): (Paragraph | Table)[] {
  const cell = (text: string, share: number, isLabel: boolean) =>
    new TableCell({
      width: { size: share, type: WidthType.PERCENTAGE },
      children: [
        new Paragraph({
          style: styleId(policyTitleBlock),
          children: [new TextRun(isLabel ? { text, color: "5C564C" } : { text })],
        }),
      ],
    });
  return [
    new Paragraph({
      style: styleId(policyTitleBlock),
      spacing: { after: 160 },
      children: [new TextRun({ text: title, bold: true, size: 40 })],
    }),
    new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      columnWidths: [2_000, 7_360],
      borders: { top: line, bottom: line, left: none, right: none, insideHorizontal: none, insideVertical: none },
      rows: facts.map(
        ({ label, value }) => new TableRow({ children: [cell(label, 21, true), cell(value, 79, false)] }),
      ),
    }),
    new Paragraph({ style: styleId(policyTitleBlock), children: [] }),
  ];
}
