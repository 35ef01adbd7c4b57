import type PDFDocument from "pdfkit";
import type { Typesetter } from "./typesetter.ts";

type Document = InstanceType<typeof PDFDocument>;

/** Where things stand on a Letter page, in points from its upper left corner. */
export const frame = {
  left: 93.6,
  right: 558,
  top: 46,
  bottom: 724,
  /** Right edge of the numbers in the margin. */
  margin: 67.5,
  foot: 756,
} as const;

export const contentWidth = frame.right - frame.left;

export const ink = { text: "#211d17", grey: "#5c564c", rule: "#bfb8aa", margin: "#6b655a" } as const;

/** The double rule of the margin and the single one on the right; no part of what the report says. */
export function drawRules(doc: Document): void {
  doc.markContent("Artifact", { type: "Layout" });
  doc.lineWidth(0.75).strokeColor(ink.margin);
  for (const x of [76.5, 79.1, 576]) doc.moveTo(x, 0).lineTo(x, 792).stroke();
  doc.endMarkedContent();
}

/** The thick-thin rule; `thickFirst` under a title, the other way round above it. */
export function drawOxford(doc: Document, y: number, thickFirst: boolean): void {
  doc.markContent("Artifact", { type: "Layout" });
  doc.fillColor(ink.text);
  doc.rect(frame.left, thickFirst ? y : y + 3.4, contentWidth, 2).fill();
  doc.rect(frame.left, thickFirst ? y + 3.4 : y, contentWidth, 0.7).fill();
  doc.endMarkedContent();
}

/** Number, ledger and page at the foot of each page, once it is known how many there are. */
export function drawFeet(doc: Document, type: Typesetter, number: string, foot: string): void {
  const { start, count } = doc.bufferedPageRange();
  const setting = { voice: "record", size: 7 } as const;
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page);
    doc.markContent("Artifact", { type: "Pagination", attached: ["Bottom"] });
    doc.fillColor(ink.grey);
    const last = `Page ${page + 1} of ${count}`;
    const middle = frame.left + (contentWidth - type.width(foot, setting)) / 2;
    for (const [text, x] of [
      [number, frame.left],
      [foot, middle],
      [last, frame.right - type.width(last, setting)],
    ] as const)
      type.set(type.lines(text, setting, contentWidth)[0]!, setting.size, x, frame.foot);
    doc.endMarkedContent();
  }
}
