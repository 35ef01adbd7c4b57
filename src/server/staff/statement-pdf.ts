import PDFDocument from "pdfkit";
import { Typesetter } from "../bundle/report/typesetter.ts";
import type { Setting } from "../bundle/report/typesetter.ts";

interface Statement {
  readonly company: string;
  /** What kind of paper it is. */
  readonly kind: string;
  readonly title: string;
  readonly name: string;
  /** What they did. */
  readonly done: string;
  /** By what it can be found again, in small letters. */
  readonly small: readonly string[];
  readonly at: Date;
}

const WIDE = 792;
const MARGIN = 72;
const INK = "#1d1a16";
const FAINT = "#5b554c";

/** What a person keeps of what they did, as a PDF of one page. The same facts give the same bytes. */
export async function statementPdf(facts: Statement, { compress = true } = {}): Promise<Buffer> {
  const { company, kind, title, name, done, small, at } = facts;
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
  const say = (element: "H1" | "P", text: string, setting: Setting, below: number, color = INK) => {
    for (const line of type.lines(text, setting, WIDE - 2 * MARGIN)) {
      whole.add(
        doc.struct(element, {}, () => {
          doc.fillColor(color);
          type.set(line, setting.size, MARGIN, y);
        }),
      );
      y += setting.size * 1.3;
    }
    y += below;
  };
  say("P", company, { voice: "serifBold", size: 18 }, 26);
  say("P", kind, { voice: "work", size: 12 }, 6, FAINT);
  say("H1", title, { voice: "serifBold", size: 34 }, 22);
  say("P", name, { voice: "serif", size: 24 }, 20);
  say("P", done, { voice: "work", size: 12 }, 70);
  for (const [index, line] of small.entries())
    say("P", line, { voice: "work", size: 10 }, index === small.length - 1 ? 0 : 4, FAINT);
  whole.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
