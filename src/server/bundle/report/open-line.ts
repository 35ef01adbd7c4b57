import { operandOf } from "./glyph-runs.ts";
import type { GlyphRuns, Piece } from "./glyph-runs.ts";

/** Letters of one font that stand together. */
interface Run {
  readonly font: string;
  readonly text: string;
  readonly width: number;
}

/** Letters of one font as they stand in a word, with what names them, alone and with a space behind, once they were shown. */
export interface WordRun extends Run {
  alone?: Piece | null;
  spaced?: Piece | null;
}

/** The operand that shows a run; null where it takes more than one, or lines. Words are named once, wherever they stand. */
export function operandIn(face: GlyphRuns, run: LineRun): string | null {
  const { words, endsSpaced } = run;
  if (!words || face.isFixed) {
    const piece = pieceOf(face, run.text);
    return piece && operandOf(piece);
  }
  let written = "";
  let open = "";
  for (const [at, word] of words.entries()) {
    const isSpaced = endsSpaced || at < words.length - 1;
    const piece = isSpaced
      ? (word.spaced ??= pieceOf(face, `${word.text} `))
      : (word.alone ??= pieceOf(face, word.text));
    if (piece === null) return null;
    if (piece.shifted !== "") {
      written += `${written === "" ? "" : " <"}${open}${piece.shifted}`;
      open = "";
    }
    open += piece.open;
  }
  return operandOf({ shifted: written, open });
}

const pieceOf = (face: GlyphRuns, text: string): Piece | null =>
  text.includes("\n") ? null : (face.piece(text) ?? null);

/** Letters of one font that stand together in a line. */
export class LineRun {
  readonly font: string;
  width: number;
  /** Its words with a space between each two; undefined where letters are joined in another way. */
  words: WordRun[] | undefined;
  /** Whether a space is behind the last word. */
  endsSpaced = false;
  operand: string | null | undefined;
  /** Known where there are no words. */
  #text = "";

  constructor(font: string, word: WordRun) {
    this.font = font;
    this.width = word.width;
    this.words = [word];
  }

  get text(): string {
    if (!this.words) return this.#text;
    return `${this.words.map(({ text }) => text).join(" ")}${this.endsSpaced ? " " : ""}`;
  }

  add(word: WordRun): void {
    this.width += word.width;
    if (this.words && this.endsSpaced) {
      this.words.push(word);
      this.endsSpaced = false;
    } else this.#join(word.text);
  }

  space(width: number): void {
    this.width += width;
    if (this.words && !this.endsSpaced) this.endsSpaced = true;
    else this.#join(" ");
  }

  #join(more: string): void {
    this.#text = this.text + more;
    this.words = undefined;
  }
}

/** A line that is being set. Neighbours of one font become one run: fewer operations, and a text that can be found in the document. */
export class OpenLine {
  readonly runs: LineRun[] = [];
  /** Of all that was added, one after the other: the last bit decides where a line breaks. */
  width = 0;

  get isEmpty(): boolean {
    return this.runs.length === 0;
  }

  add(run: WordRun): void {
    this.width += run.width;
    const last = this.runs.at(-1);
    if (last?.font === run.font) last.add(run);
    else this.runs.push(new LineRun(run.font, run));
  }

  space(font: string, width: number): void {
    const last = this.runs.at(-1);
    if (last?.font !== font) return this.add({ font, text: " ", width });
    this.width += width;
    last.space(width);
  }
}
