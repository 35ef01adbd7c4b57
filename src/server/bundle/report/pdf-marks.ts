import type PDFDocument from "pdfkit";
import { markInk, markStrokes } from "./marks.ts";
import { contentWidth, frame } from "./page-frame.ts";
import { findingWords } from "#domain/finding-words.ts";
import type { Finding } from "./report-model.ts";
import type { Typesetter } from "./typesetter.ts";

type Document = InstanceType<typeof PDFDocument>;

/** The shape of a finding, `size` points high. */
export function drawMark(doc: Document, finding: Finding, x: number, y: number, size: number): void {
  doc.save();
  doc.translate(x, y).scale(size / 16);
  for (const { path, fill, paper, width, dash } of markStrokes[finding]) {
    const color = paper ? "#ffffff" : markInk[finding];
    doc.path(path);
    if (fill) {
      doc.fill(color);
      continue;
    }
    if (dash) doc.dash(dash[0], { space: dash[1] });
    doc.lineWidth(width ?? 1).stroke(color);
    if (dash) doc.undash();
  }
  doc.restore();
}

/** The finding as a stamp at the right edge: thick-thin frame, word and day, a little askew. */
export function drawStamp(
  doc: Document,
  type: Typesetter,
  { finding, date, top }: { readonly finding: Finding; readonly date: string; readonly top: number },
): void {
  const word = { voice: "capitals", size: 11 } as const;
  const day = { voice: "record", size: 6 } as const;
  const said = findingWords[finding].toUpperCase();
  const below = date.toUpperCase();
  const [wide, low] = [type.width(said, word), type.width(below, day)];
  const width = Math.max(wide, low) + 18;
  const x = frame.left + contentWidth - width - 4;
  const color = markInk[finding];
  doc.save();
  doc.rotate(-2.5, { origin: [x + width / 2, top + 15] });
  doc.lineWidth(1.6).rect(x, top, width, 29).stroke(color);
  doc
    .lineWidth(0.5)
    .rect(x + 2.4, top + 2.4, width - 4.8, 24.2)
    .stroke(color);
  doc.fillColor(color);
  type.set(type.lines(said, word, 200)[0]!, word.size, x + (width - wide) / 2, top + 15);
  type.set(type.lines(below, day, 200)[0]!, day.size, x + (width - low) / 2, top + 23);
  doc.restore();
}

/** A strip with one cell for each control: full, hatched, hollow or crossed, as well as coloured. */
export function drawTicks(doc: Document, findings: readonly Finding[], y: number): void {
  const gap = 2.5;
  const width = (contentWidth - gap * (findings.length - 1)) / findings.length;
  for (const [index, finding] of findings.entries()) {
    const x = frame.left + index * (width + gap);
    const color = markInk[finding];
    doc.save();
    if (finding === "passing") doc.rect(x, y, width, 9).fill(color);
    else if (finding === "failing") {
      doc.rect(x, y, width, 9).clip();
      doc.lineWidth(1.1);
      for (let at = x - 9; at < x + width; at += 2.8)
        doc
          .moveTo(at, y + 9)
          .lineTo(at + 9, y)
          .stroke(color);
      doc.lineWidth(1.2).rect(x, y, width, 9).stroke(color);
    } else {
      if (finding === "needs evidence") doc.dash(1.8, { space: 1.4 });
      doc
        .lineWidth(0.6)
        .rect(x + 0.3, y + 0.3, width - 0.6, 8.4)
        .stroke(color);
    }
    doc.restore();
  }
}
