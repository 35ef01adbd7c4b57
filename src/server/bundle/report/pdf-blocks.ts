import { markInk } from "./marks.ts";
import { contentWidth, frame, ink } from "./page-frame.ts";
import { drawTicks } from "./pdf-marks.ts";
import type { Sheet, Structure } from "./pdf-sheet.ts";
import type { Block } from "./report-model.ts";

/** How each kind of text is set: line height beside size, in points, and the space below. */
const settings = {
  statement: { voice: "serif", size: 11, leading: 15.5, below: 4, color: ink.text },
  note: { voice: "work", size: 8.5, leading: 12, below: 4, color: ink.grey },
  record: { voice: "record", size: 7.5, leading: 11.5, below: 4, color: ink.grey },
} as const;

/** Sets every kind of block but tables. */
export function setBlock(sheet: Sheet, block: Exclude<Block, { kind: "table" }>, parent: Structure): void {
  switch (block.kind) {
    case "statement":
    case "note":
    case "record":
      return setParagraph(sheet, block.text, settings[block.kind], parent);
    case "result":
      return setResult(sheet, block, parent);
    case "list":
      for (const item of block.items) setListItem(sheet, item, parent);
      return;
    case "ticks": {
      const y = sheet.place(22);
      const draw = () => drawTicks(sheet.doc, block.findings, y - 14);
      parent.add(sheet.doc.struct("Figure", { alt: block.text }, draw));
      return;
    }
    case "signatures":
      return setSignatures(sheet, block.labels, parent);
  }
}

function setParagraph(
  sheet: Sheet,
  text: string,
  { leading, below, color, ...setting }: (typeof settings)[keyof typeof settings],
  parent: Structure,
  indent = 0,
): void {
  const lines = sheet.type.lines(text, setting, contentWidth - indent);
  // A paragraph of a few lines stays together; a longer one may run over to the next page.
  sheet.keep(Math.min(lines.length, 4) * leading);
  const paragraph = sheet.doc.struct("P");
  parent.add(paragraph);
  for (const line of lines) {
    const y = sheet.place(leading);
    const draw = () => {
      sheet.doc.fillColor(color);
      sheet.type.set(line, setting.size, frame.left + indent, y);
    };
    paragraph.add(sheet.doc.struct("Span", {}, draw));
  }
  paragraph.end();
  sheet.y += below;
}

/** The reason of a finding, with a bar of its ink beside it. */
function setResult(sheet: Sheet, { text, finding }: Extract<Block, { kind: "result" }>, parent: Structure): void {
  const height = sheet.type.lines(text, settings.statement, contentWidth - 13).length * settings.statement.leading;
  if (height < frame.bottom - frame.top) sheet.keep(height + 4);
  const page = sheet.doc.page;
  const top = sheet.y + 3;
  setParagraph(sheet, text, settings.statement, parent, 13);
  if (sheet.doc.page === page)
    sheet.artifact(() => void sheet.doc.rect(frame.left, top, 3.2, height).fill(markInk[finding]));
}

function setListItem(sheet: Sheet, item: string, parent: Structure): void {
  const { doc, y } = sheet;
  const page = doc.page;
  setParagraph(sheet, item, settings.note, parent, 12);
  const top = doc.page === page ? y : frame.top;
  sheet.artifact(() => void doc.circle(frame.left + 4, top + 7.5, 1.1).fill(ink.grey));
}

function setSignatures(sheet: Sheet, labels: readonly string[], parent: Structure): void {
  const width = (contentWidth - 28) / 2;
  sheet.keep(80);
  sheet.y += 44;
  for (const [index, label] of labels.entries()) {
    const x = frame.left + index * (width + 28);
    sheet.artifact(() => void sheet.doc.rect(x, sheet.y, width, 0.75).fill(ink.text));
    for (const [row, text] of [label, "Date:"].entries()) {
      const [line] = sheet.type.lines(text, { voice: "work", size: 9 }, width);
      sheet.line(parent, "P", line!, { size: 9, x, y: sheet.y + 12 + row * 12.5 });
    }
  }
  sheet.y += 30;
}
