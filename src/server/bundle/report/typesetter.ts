import { readFileSync } from "node:fs";
import { join } from "node:path";
import type PDFDocument from "pdfkit";

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

/** A line as it is set. */
export type Line = readonly Run[];

/** How a text is set: in points. */
export interface Setting {
  readonly voice: Voice;
  readonly size: number;
}

type Document = InstanceType<typeof PDFDocument>;

/** Letters as a font sets them, one after the other. */
interface Shaped {
  readonly glyphs: readonly unknown[];
  readonly positions: readonly unknown[];
  readonly advanceWidth: number;
}

/** What pdfkit embeds, and its part that is ours to use. */
interface EmbeddedFont {
  readonly font: { hasGlyphForCodePoint(point: number): boolean };
  layoutRun(text: string, features?: readonly string[]): Shaped;
}

/** Measures and breaks texts with the report's fonts, letter by letter where a font lacks one. */
export class Typesetter {
  readonly #doc: Document;
  readonly #faces = new Map<string, EmbeddedFont>();
  readonly #fontOf = new Map<string, string>();

  /** Width of a letter of the records' font at one point. */
  readonly #recordWidth: number;

  constructor(doc: Document) {
    this.#doc = doc;
    for (const name of [...Object.values(files), ...standIns])
      doc.registerFont(name, readFileSync(join(import.meta.dirname, "fonts", `${name}.ttf`)));
    letterByLetter(this.#face(files.record));
    this.#recordWidth = doc.font(files.record).fontSize(1).widthOfString("0");
  }

  /** The text in lines no wider than `width`; a word that is wider breaks inside. */
  lines(text: string, { voice, size }: Setting, width: number): Line[] {
    const lines: Run[][] = [[]];
    let left = width;
    const space = this.#width(files[voice], size, " ");
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

  /** Sets one line with its top at `y`. */
  set(line: Line, size: number, x: number, y: number): void {
    let at = x;
    for (const { font, text, width } of line) {
      // The stand-ins sit as high as the others: all are set from the baseline.
      // Records are all different: with features named, even none, they are not remembered.
      const features = font === files.record ? { features: [] } : {};
      // What is known already need not be measured once more.
      const known = { textWidth: width, wordCount: 1 };
      this.#doc
        .font(font)
        .fontSize(size)
        .text(text, at, y, { lineBreak: false, baseline: "alphabetic", ...known, ...features });
      at += width;
    }
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
    const runs: { font: string; text: string }[] = [];
    for (const letter of text) {
      const [font, shown] = this.#place(letter, files[voice]);
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else runs.push({ font, text: shown });
    }
    return runs.map((run) => ({ ...run, width: this.#width(run.font, size, run.text) }));
  }

  /** The font that has the letter, and the letter; a question mark for one that none of them has. */
  #place(letter: string, own: string): [font: string, shown: string] {
    const key = `${own} ${letter}`;
    let font = this.#fontOf.get(key);
    if (font === undefined) {
      font =
        [own, ...standIns].find((name) => this.#face(name).font.hasGlyphForCodePoint(letter.codePointAt(0)!)) ?? "";
      this.#fontOf.set(key, font);
    }
    return font === "" ? [own, "?"] : [font, letter];
  }

  #face(name: string): EmbeddedFont {
    let face = this.#faces.get(name);
    if (!face) {
      this.#doc.font(name);
      face = (this.#doc as unknown as { _font: EmbeddedFont })._font;
      this.#faces.set(name, face);
    }
    return face;
  }

  #width(font: string, size: number, text: string): number {
    // All of its letters are as wide as any, and a report is full of hashes that are measured once.
    if (font === files.record) return text.length * this.#recordWidth * size;
    return this.#doc.font(font).fontSize(size).widthOfString(text);
  }
}

/** Hashes and numbers; a sign looks another way between two digits or capitals. */
const UNRELATED_LETTERS = /^[\w .]*$/;

/**
 * Has a font whose letters are all as wide shape each of them once for all texts: a report is full of hashes, of which no two are
 * alike, and which would each be shaped anew.
 */
function letterByLetter(face: EmbeddedFont): void {
  const shape = face.layoutRun.bind(face);
  const letters = new Map<string, Shaped>();
  face.layoutRun = (text, features) => {
    if (!UNRELATED_LETTERS.test(text)) return shape(text, features);
    const glyphs: unknown[] = [];
    const positions: unknown[] = [];
    let advanceWidth = 0;
    for (const letter of text) {
      let shaped = letters.get(letter);
      if (!shaped) letters.set(letter, (shaped = shape(letter, [])));
      glyphs.push(...shaped.glyphs);
      positions.push(...shaped.positions);
      advanceWidth += shaped.advanceWidth;
    }
    return { glyphs, positions, advanceWidth };
  };
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
