import { readFileSync } from "node:fs";
import { join } from "node:path";
import type PDFDocument from "pdfkit";
import { GlyphRuns, number } from "./glyph-runs.ts";
import type { EmbeddedFont } from "./glyph-runs.ts";

/** The voices of the report, each a font file; the last ones stand in for letters that the others do not have. */
const files = {
  serif: "serif",
  serifBold: "serif-bold",
  work: "work",
  workBold: "work-bold",
  capitals: "capitals",
  record: "record",
} as const;

const standIns = ["serif-latin-ext", "serif-vietnamese", "serif-greek", "serif-cyrillic", "serif-cyrillic-ext"];

export type Voice = keyof typeof files;

/** Letters of one font that stand together. */
interface Run {
  readonly font: string;
  readonly text: string;
  readonly width: number;
}

/** A run with its width in thousandths of the size that it will have; of records it is known without. */
interface Measured {
  readonly font: string;
  readonly text: string;
  readonly units: number;
}

/** Words that are remembered of one voice. */
const MOST_WORDS = 20_000;

/** A line as it is set. */
export type Line = readonly Run[];

/** How a text is set: in points. */
export interface Setting {
  readonly voice: Voice;
  readonly size: number;
}

type Document = InstanceType<typeof PDFDocument>;

/** Measures and breaks texts with the report's fonts, letter by letter where a font lacks one. */
export class Typesetter {
  readonly #doc: Document;
  readonly #runsOf = new Map<string, GlyphRuns>();
  readonly #fontOf = new Map<string, string>();
  /** Words as they were set before: most texts of a document repeat the same ones. */
  readonly #words = new Map<Voice, Map<string, readonly Measured[]>>();

  /** Width of a letter of the records' font at one point. */
  readonly #recordWidth: number;

  constructor(doc: Document) {
    this.#doc = doc;
    for (const name of [...Object.values(files), ...standIns])
      doc.registerFont(name, readFileSync(join(import.meta.dirname, "fonts", `${name}.ttf`)));
    this.#face(files.record);
    this.#recordWidth = doc.font(files.record).fontSize(1).widthOfString("0");
  }

  /** The text in lines no wider than `width`; a word that is wider breaks inside. */
  lines(text: string, { voice, size }: Setting, width: number): Line[] {
    const lines: Run[][] = [[]];
    let left = width;
    const space = widthOf(this.#runs(" ", voice, size));
    for (const word of text.split(/ +/).filter((part) => part !== "")) {
      const runs = this.#runs(word, voice, size);
      const wide = widthOf(runs);
      const isFirst = lines.at(-1)!.length === 0;
      if (!isFirst && wide + space > left) {
        lines.push([]);
        left = width;
      } else if (!isFirst) {
        lines.at(-1)!.push({ font: files[voice], text: " ", width: space });
        left -= space;
      }
      if (wide <= left) {
        lines.at(-1)!.push(...runs);
        left -= wide;
      } else left = this.#breakWord(word, { voice, size }, width, lines);
    }
    return lines.map(joined);
  }

  /** One line's width. */
  width(text: string, { voice, size }: Setting): number {
    return widthOf(this.#runs(text, voice, size));
  }

  /** Sets one line with its baseline at `y`. */
  set(line: Line, size: number, x: number, y: number): void {
    let at = x;
    for (const run of line) {
      this.#show(run, size, at, y);
      at += run.width;
    }
  }

  /** The operators that pdfkit writes for a text of one line; itself where there are more of them, or lines. */
  #show({ font, text, width }: Run, size: number, x: number, y: number): void {
    const face = this.#face(font);
    // The font first: letters become part of it in the order in which they are shown.
    const reference = text === "" ? undefined : face.face.ref();
    const shown = text.includes("\n") ? undefined : face.shown(text);
    if (shown === undefined) {
      // What is known already need not be measured once more. Records are all different: with features named they are not remembered.
      const features = font === files.record ? { features: [] } : {};
      const known = { lineBreak: false, baseline: "alphabetic", textWidth: width, wordCount: 1 } as const;
      this.#doc
        .font(font)
        .fontSize(size)
        .text(text, x, y, { ...known, ...features });
      return;
    }
    if (text === "") return;
    const page = this.#doc.page as unknown as { readonly fonts: Record<string, unknown>; readonly height: number };
    const { id } = face.face;
    page.fonts[id] ??= reference;
    const height = page.height;
    const place = `1 0 0 1 ${number(x)} ${number(height - y)} Tm\n/${id} ${number(size)} Tf`;
    this.#doc.addContent(`q\n1 0 0 -1 0 ${number(height)} cm\nBT\n${place}\n${shown} TJ\nET\nQ`);
  }

  /** Letter by letter, as far as each line goes; answers with the room that is left in the last. */
  #breakWord(word: string, { voice, size }: Setting, width: number, lines: Run[][]): number {
    let left = width - widthOf(lines.at(-1)!);
    for (const letter of word) {
      const [run] = this.#runs(letter, voice, size);
      if (run!.width > left) {
        lines.push([]);
        left = width;
      }
      lines.at(-1)!.push(run!);
      left -= run!.width;
    }
    return left;
  }

  #runs(text: string, voice: Voice, size: number): Run[] {
    let words = this.#words.get(voice);
    if (!words || words.size >= MOST_WORDS) this.#words.set(voice, (words = new Map()));
    let measured = words.get(text);
    if (!measured) words.set(text, (measured = this.#measure(text, files[voice])));
    return measured.map((run) => ({ font: run.font, text: run.text, width: this.#width(run, size) }));
  }

  /** A word in runs of one font each, with their widths in thousandths of the size. */
  #measure(text: string, own: string): Measured[] {
    const runs: { font: string; text: string }[] = [];
    for (const letter of text) {
      const [font, shown] = this.#place(letter, own);
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else runs.push({ font, text: shown });
    }
    return runs.map((run) => ({ ...run, units: run.font === files.record ? 0 : this.#face(run.font).width(run.text) }));
  }

  /** The font that has the letter, and the letter; a question mark for one that none of them has. */
  #place(letter: string, own: string): [font: string, shown: string] {
    const key = `${own} ${letter}`;
    let font = this.#fontOf.get(key);
    if (font === undefined) {
      font =
        [own, ...standIns].find((name) => this.#face(name).face.font.hasGlyphForCodePoint(letter.codePointAt(0)!)) ??
        "";
      this.#fontOf.set(key, font);
    }
    return font === "" ? [own, "?"] : [font, letter];
  }

  #face(name: string): GlyphRuns {
    let runs = this.#runsOf.get(name);
    if (!runs) {
      this.#doc.font(name);
      const face = (this.#doc as unknown as { _font: EmbeddedFont })._font;
      runs = new GlyphRuns(face, name === files.record);
      this.#runsOf.set(name, runs);
    }
    return runs;
  }

  /** As pdfkit says it, to the last bit: where lines break depends on it. */
  #width({ font, text, units }: Measured, size: number): number {
    // All of its letters are as wide as any, and a report is full of hashes that are measured once.
    if (font === files.record) return text.length * this.#recordWidth * size;
    return (units * (size / 1000) * 100) / 100;
  }
}

function widthOf(line: Line): number {
  return line.reduce((sum, { width }) => sum + width, 0);
}

/** Neighbours of one font become one run: fewer operations, and a text that can be found in the document. */
function joined(line: readonly Run[]): Line {
  const runs: Run[] = [];
  for (const run of line) {
    const last = runs.at(-1);
    if (last?.font === run.font)
      runs[runs.length - 1] = { font: run.font, text: last.text + run.text, width: last.width + run.width };
    else runs.push(run);
  }
  return runs;
}
