import fc from "fast-check";
import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import { rounds } from "#tests/support/rounds.ts";
import { gatherWrites } from "./gathered-writes.ts";
import { Typesetter } from "./typesetter.ts";
import type { Line, Voice } from "./typesetter.ts";

const at = new Date("2026-11-28T10:00:00Z");

interface Text {
  readonly voice: Voice;
  readonly text: string;
}

type Show = (doc: InstanceType<typeof PDFDocument>, type: Typesetter, line: Line, y: number) => void;

/** A document with each text as a tagged line, and what was measured on the way. */
async function printed(texts: readonly Text[], isGathered: boolean, show: Show) {
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
  const type = new Typesetter(doc);
  const root = doc.struct("Document");
  doc.addStructure(root);
  for (const [index, { voice, text }] of texts.entries()) {
    if (index % 3 === 0) doc.addPage();
    for (const line of type.lines(text, { voice, size: 8.75 }, 120)) {
      const paint = () => {
        doc.fillColor(index % 2 === 0 ? "#211d17" : "#5c564c");
        show(doc, type, line, 30 + (index % 3) * 20);
        doc.strokeColor("#bfb8aa").rect(10, 10, 5, 5).stroke();
      };
      root.add(doc.struct("P", {}, paint));
    }
  }
  root.end();
  // Earlier pages are written on again, as feet are.
  for (let page = 0; page < doc.bufferedPageRange().count; page += 1) {
    doc.switchToPage(page);
    doc.fillColor("#211d17").rect(0, 700, 10, 10).fill();
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

const ours: Show = (_, type, line, y) => type.set(line, 8.75, 93.6, y);

/** By pdfkit alone, each run shaped and written for itself. */
const theirs: Show = (doc, _, line, y) => {
  let x = 93.6;
  for (const { font, text, width } of line) {
    const features = font === "record" ? { features: [] } : {};
    doc
      .font(font)
      .fontSize(8.75)
      .text(text, x, y, { lineBreak: false, baseline: "alphabetic", ...features });
    x += width;
  }
};

const voice = fc.constantFrom<Voice[]>("serif", "serifBold", "work", "workBold", "capitals", "record");
const word = fc.oneof(
  fc.stringMatching(/^[!-~]{1,14}$/),
  fc.stringMatching(/^(EX-|INC-|v)?[0-9]{1,9}[FKPYkrVWXf]?$/),
  fc.stringMatching(/^[a-zA-Zfi]{1,12}$/),
  fc.constantFrom("office", "AVATAR", "77777", "1x2", "12/34", "Zoë", "Ωμέγα", "Привет", "日本", "é", "a\tb", "a\nb"),
);
const text = fc.record({ voice, text: fc.array(word, { maxLength: 7 }).map((words) => words.join(" ")) });

test("any text is set in the same bytes that pdfkit sets it in by itself", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 12 }), async (texts) => {
      const [own, other] = [await printed(texts, true, ours), await printed(texts, false, theirs)];
      expect(own.equals(other)).toBe(true);
    }),
    { numRuns: rounds(15, 300) },
  );
});

const fontOf = { serif: "serif", serifBold: "serif-bold", work: "work", workBold: "work-bold" } as const;

test("any word is as wide, to the last bit, as pdfkit says: where lines break depends on it", () => {
  const doc = new PDFDocument({ autoFirstPage: false });
  const type = new Typesetter(doc);
  const letters = fc.array(fc.stringMatching(/^([!-~]{1,14}|[A-Z]{0,3}[0-9]{1,9}[A-Za-z]?)$/), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.constantFrom("serif", "serifBold", "work", "workBold"), letters, (own, words) => {
      const said = words.join(" ");
      const theirs = doc.font(fontOf[own]).fontSize(8.75).widthOfString(said);
      expect(type.width(said, { voice: own, size: 8.75 })).toBe(theirs);
    }),
    { numRuns: rounds(300, 10_000) },
  );
});
