import { readFileSync } from "node:fs";
import { join } from "node:path";
import type PDFDocument from "pdfkit";
import { GlyphRuns, number } from "./glyph-runs.ts";
import type { EmbeddedFont } from "./glyph-runs.ts";
import { OpenLine, operandIn } from "./open-line.ts";
import type { LineRun, WordRun } from "./open-line.ts";

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

/** A run with its width in thousandths of the size that it will have; of records it is known without. */
interface Measured {
  readonly font: string;
  readonly text: string;
  readonly units: number;
}

/** A word as it is set in one size. */
interface Word {
  readonly runs: readonly WordRun[];
  readonly width: number;
}

/** Letters that every language of ours has, and the space. */
const PLAIN = /^[ -~]+$/;

/** Words that are remembered of one voice in one size. */
const MOST_WORDS = 20_000;

/** A line as it is set. */
export type Line = readonly LineRun[];

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
  /** Fonts that have every letter of plain words, or not. */
  readonly #plain = new Map<string, boolean>();
  /** Words as they were set before: most texts of a document repeat the same ones. */
  readonly #words = new Map<Voice, Map<number, Map<string, Word>>>();

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
  lines(text: string, setting: Setting, width: number): Line[] {
    const lines = [new OpenLine()];
    let left = width;
    const space = this.#word(" ", setting);
    for (const part of text.split(" ")) {
      if (part === "") continue;
      const word = this.#word(part, setting);
      let line = lines.at(-1)!;
      if (!line.isEmpty && word.width + space.width > left) {
        lines.push((line = new OpenLine()));
        left = width;
      } else if (!line.isEmpty) {
        line.space(files[setting.voice], space.width);
        left -= space.width;
      }
      if (word.width <= left) {
        for (const run of word.runs) line.add(run);
        left -= word.width;
      } else left = this.#breakWord(part, setting, width, lines);
    }
    return lines.map(({ runs }) => runs);
  }

  /** One line's width. */
  width(text: string, setting: Setting): number {
    return this.#word(text, setting).width;
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
  #show(run: LineRun, size: number, x: number, y: number): void {
    const { font, width } = run;
    const face = this.#face(font);
    // The font first: letters become part of it in the order in which they are shown.
    const reference = face.face.ref();
    const shown = (run.operand ??= operandIn(face, run));
    if (shown === null) {
      // What is known already need not be measured once more. Records are all different: with features named they are not remembered.
      const features = font === files.record ? { features: [] } : {};
      const known = { lineBreak: false, baseline: "alphabetic", textWidth: width, wordCount: 1 } as const;
      this.#doc
        .font(font)
        .fontSize(size)
        .text(run.text, x, y, { ...known, ...features });
      return;
    }
    const page = this.#doc.page as unknown as { readonly fonts: Record<string, unknown>; readonly height: number };
    const { id } = face.face;
    page.fonts[id] ??= reference;
    const height = page.height;
    const place = `1 0 0 1 ${number(x)} ${number(height - y)} Tm\n/${id} ${number(size)} Tf`;
    this.#doc.addContent(`q\n1 0 0 -1 0 ${number(height)} cm\nBT\n${place}\n${shown} TJ\nET\nQ`);
  }

  /** Letter by letter, as far as each line goes; answers with the room that is left in the last. */
  #breakWord(word: string, setting: Setting, width: number, lines: OpenLine[]): number {
    let line = lines.at(-1)!;
    let left = width - line.width;
    for (const letter of word) {
      const [run] = this.#word(letter, setting).runs;
      if (run!.width > left) {
        lines.push((line = new OpenLine()));
        left = width;
      }
      line.add(run!);
      left -= run!.width;
    }
    return left;
  }

  #word(text: string, { voice, size }: Setting): Word {
    let sizes = this.#words.get(voice);
    if (!sizes) this.#words.set(voice, (sizes = new Map()));
    let words = sizes.get(size);
    if (!words || words.size >= MOST_WORDS) sizes.set(size, (words = new Map()));
    let word = words.get(text);
    if (!word) {
      const runs = this.#measure(text, files[voice]).map((run) => ({
        font: run.font,
        text: run.text,
        width: this.#width(run, size),
      }));
      words.set(text, (word = { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }));
    }
    return word;
  }

  /** A word in runs of one font each, with their widths in thousandths of the size. */
  #measure(text: string, own: string): Measured[] {
    const runs: { font: string; text: string }[] = [];
    if (PLAIN.test(text) && this.#hasPlain(own)) runs.push({ font: own, text });
    else this.#split(text, own, runs);
    return runs.map((run) => ({ ...run, units: run.font === files.record ? 0 : this.#face(run.font).width(run.text) }));
  }

  #hasPlain(own: string): boolean {
    let answer = this.#plain.get(own);
    if (answer === undefined) {
      answer = Array.from({ length: 95 }, (_, at) => 32 + at).every((point) =>
        this.#face(own).face.font.hasGlyphForCodePoint(point),
      );
      this.#plain.set(own, answer);
    }
    return answer;
  }

  #split(text: string, own: string, runs: { font: string; text: string }[]): void {
    for (const letter of text) {
      const [font, shown] = this.#place(letter, own);
      const last = runs.at(-1);
      if (last?.font === font) last.text += shown;
      else runs.push({ font, text: shown });
    }
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
