import PDFDocument from "pdfkit";
import { calendarDate } from "#domain/calendar-date.ts";
import { Typesetter } from "../../bundle/report/typesetter.ts";
import type { Setting } from "../../bundle/report/typesetter.ts";

interface Certified {
  readonly company: string;
  readonly name: string;
  readonly number: string;
  readonly title: string;
  readonly version: number;
  readonly score: number;
  readonly outOf: number;
  readonly at: Date;
  readonly until: Date;
  readonly ledgerIndex: number;
}

const WIDE = 792;
const MARGIN = 72;
const INK = "#1d1a16";
const FAINT = "#5b554c";

/** A certificate as a PDF of one page. The same completion gives the same bytes. */
export async function certificatePdf(facts: Certified, { compress = true } = {}): Promise<Buffer> {
  const { company, name, number, title, version, score, outOf, at, until, ledgerIndex } = facts;
  const doc = new PDFDocument({
    size: [WIDE, 612],
    margin: 0,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: "en",
    compress,
    info: {
      Title: `${title}: ${name}`,
      Author: company,
      Creator: "Exhibit",
      Producer: "Exhibit",
      CreationDate: at,
      ModDate: at,
    },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
  const type = new Typesetter(doc);
  const whole = doc.struct("Document");
  doc.addStructure(whole);
  doc.markContent("Artifact", { type: "Layout" });
  doc
    .rect(36, 36, WIDE - 72, 540)
    .lineWidth(1.5)
    .stroke(INK)
    .rect(41, 41, WIDE - 82, 530)
    .lineWidth(0.5)
    .stroke(INK);
  doc.endMarkedContent();
  let y = 122;
  const say = (kind: "H1" | "P", text: string, setting: Setting, below: number, color = INK) => {
    for (const line of type.lines(text, setting, WIDE - 2 * MARGIN)) {
      whole.add(
        doc.struct(kind, {}, () => {
          doc.fillColor(color);
          type.set(line, setting.size, MARGIN, y);
        }),
      );
      y += setting.size * 1.3;
    }
    y += below;
  };
  say("P", company, { voice: "serifBold", size: 18 }, 26);
  say("P", "Certificate of completion", { voice: "work", size: 12 }, 6, FAINT);
  say("H1", title, { voice: "serifBold", size: 34 }, 22);
  say("P", name, { voice: "serif", size: 24 }, 20);
  say(
    "P",
    `Passed on ${calendarDate(at)} with ${score} of ${outOf} answers right. Good until ${calendarDate(until)}.`,
    { voice: "work", size: 12 },
    70,
  );
  say(
    "P",
    `${number} in the register of people. Course version ${version}. Entry ${ledgerIndex} of the company's ledger.`,
    { voice: "work", size: 10 },
    4,
    FAINT,
  );
  say(
    "P",
    "Kept with Exhibit. The ledger proves that this result was not changed since.",
    { voice: "work", size: 10 },
    0,
    FAINT,
  );
  whole.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
