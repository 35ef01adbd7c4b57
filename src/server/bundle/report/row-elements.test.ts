import fc from "fast-check";
import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import { rounds } from "#tests/support/rounds.ts";
import { gatherWrites } from "./gathered-writes.ts";
import type { Document, Structure } from "./pdf-sheet.ts";
import { addRow } from "./row-elements.ts";
import type { DrawnCell } from "./row-elements.ts";

const at = new Date("2026-11-30T10:00:00Z");

type Row = readonly DrawnCell["kind"][];
type Add = (doc: Document, table: Structure, cells: readonly DrawnCell[]) => void;

/** A tagged table, each row under a rule that is no part of it, a few to a page. */
async function printed(rows: readonly Row[], isGathered: boolean, add: Add): Promise<Buffer> {
  const doc = new PDFDocument({
    size: "LETTER",
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: "1.7",
    tagged: true,
    info: { CreationDate: at, ModDate: at },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => void chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  if (isGathered) gatherWrites(doc);
  const root = doc.struct("Document");
  doc.addStructure(root);
  const table = doc.struct("Table", { title: "Rows" });
  root.add(table);
  for (const [index, kinds] of rows.entries()) {
    if (index % 3 === 0) doc.addPage();
    doc.markContent("Artifact", { type: "Layout" });
    doc.rect(10, 20 * index, 500, 1).fill("#bfb8aa");
    doc.endMarkedContent();
    const cells = kinds.map((kind, place) => ({ kind, draw: () => void doc.rect(place, index, 5, 5).fill("#211d17") }));
    add(doc, table, cells);
  }
  table.end();
  root.add(doc.struct("P", {}, () => void doc.rect(0, 0, 1, 1).fill("#211d17")));
  root.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

/** By pdfkit alone, an element for each cell. */
const theirs: Add = (doc, table, cells) => {
  const row = doc.struct("TR");
  table.add(row);
  for (const { kind, draw } of cells) row.add(doc.struct(kind, {}, draw));
  row.end();
};

const row = fc.array(fc.constantFrom<DrawnCell["kind"][]>("TD", "TH"), { maxLength: 4 });

test("rows of a table, and marks beside them, are written in the same bytes that pdfkit writes them in", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 9 }), async (rows) => {
      const [own, other] = [await printed(rows, true, addRow), await printed(rows, false, theirs)];
      expect(own.equals(other)).toBe(true);
    }),
    { numRuns: rounds(15, 200) },
  );
});
