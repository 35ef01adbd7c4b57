import { setImmediate } from "node:timers/promises";
import PDFDocument from "pdfkit";
import { drawFeet } from "./page-frame.ts";
import { PdfPrinter } from "./pdf-printer.ts";
import { Sheet } from "./pdf-sheet.ts";
import type { ReportContent } from "./report-model.ts";

interface PdfOptions {
  /** False leaves the pages readable for a test. */
  readonly compress?: boolean;
}

/**
 * Prints the report as a tagged PDF on Letter pages: title and language, bookmarks, fonts embedded. The same content
 * gives the same bytes. A letter that none of the fonts has is shown as a question mark. Other work goes on in between,
 * because a report of thousands of exhibits takes seconds.
 */
export async function* reportAsPdf(
  content: ReportContent,
  { compress = true }: PdfOptions = {},
): AsyncGenerator<Buffer> {
  const doc = new PDFDocument({
    size: "LETTER",
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: content.language,
    compress,
    info: {
      Title: content.title,
      Author: content.organization,
      Creator: "Exhibit",
      Producer: "Exhibit",
      CreationDate: new Date(content.issuedAt),
      ModDate: new Date(content.issuedAt),
    },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => void chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const sheet = new Sheet(doc);
  for (const piece of new PdfPrinter(sheet, content).pieces()) {
    piece();
    await setImmediate();
  }
  drawFeet(doc, sheet.type, content.number ?? "not issued", content.foot);
  doc.end();
  await ended;
  yield* chunks;
}
