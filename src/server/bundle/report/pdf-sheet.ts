import type PDFDocument from "pdfkit";
import { gatherWrites } from "./gathered-writes.ts";
import { drawRules, frame, ink } from "./page-frame.ts";
import { Typesetter } from "./typesetter.ts";
import type { Line } from "./typesetter.ts";

export type Document = InstanceType<typeof PDFDocument>;
export type Structure = ReturnType<Document["struct"]>;

/** The page that is being set, and how far down it is. */
export class Sheet {
  readonly doc: Document;
  readonly type: Typesetter;
  /** Where the next thing goes, in points from the top. */
  y: number = frame.bottom;

  constructor(doc: Document) {
    this.doc = doc;
    gatherWrites(doc, { packs: true });
    this.type = new Typesetter(doc);
  }

  /** Points left on this page. */
  get room(): number {
    return frame.bottom - this.y;
  }

  /** Takes room of this height, on the next page where this one has none; answers with its baseline. */
  place(height: number): number {
    this.keep(height);
    this.y += height;
    return this.y - height * 0.26;
  }

  /** Begins the next page unless this one still has so much room. */
  keep(height: number): void {
    if (this.y + height > frame.bottom) this.turn();
  }

  /** Begins the next page. */
  turn(): void {
    if (this.doc.page) gather(this.doc);
    this.doc.addPage();
    drawRules(this.doc);
    this.y = frame.top;
  }

  /** One line as an element of the structure. */
  line(
    parent: Structure,
    kind: "P" | "H1" | "H2" | "H3",
    line: Line,
    place: { readonly size: number; readonly x: number; readonly y: number; readonly color?: string },
  ): void {
    parent.add(
      this.doc.struct(kind, {}, () => {
        this.doc.fillColor(place.color ?? ink.text);
        this.type.set(line, place.size, place.x, place.y);
      }),
    );
  }

  /** A number in the margin, read before what it numbers. */
  number(parent: Structure, text: string, y: number): void {
    const setting = { voice: "record", size: 8 } as const;
    const x = frame.margin - this.type.width(text, setting);
    const [line] = this.type.lines(text, setting, 60);
    this.line(parent, "P", line!, { size: setting.size, x, y, color: ink.grey });
  }

  /** Draws what is no part of what the report says. */
  artifact(draw: () => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.doc.endMarkedContent();
  }
}

/** A page waits for its foot; thousands of them must not do so as millions of small pieces. */
function gather(doc: Document): void {
  const { content } = doc.page as unknown as { content: { buffer: Buffer[] } };
  content.buffer = [Buffer.concat(content.buffer)];
}
