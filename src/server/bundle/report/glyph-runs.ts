/** A letter as a font draws it, as fontkit has it. */
interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/** Where a letter stands, in thousandths of the font's size. */
interface Position {
  readonly xAdvance: number;
  readonly advanceWidth: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

/** Letters as a font sets them, one after the other. */
export interface Shaped {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Position[];
  readonly advanceWidth: number;
}

/** A font as pdfkit embeds it, and its part that is ours to use. */
export interface EmbeddedFont {
  readonly id: string;
  readonly font: { hasGlyphForCodePoint(point: number): boolean };
  readonly scale: number;
  readonly subset: { includeGlyph(id: number): number };
  readonly widths: number[];
  readonly unicode: (readonly number[])[];
  ref(): unknown;
  layoutRun(text: string, features?: readonly string[]): Shaped;
}

/** Letters of a font as a page's operators name them: what has shifts behind it but for its first bracket, and an open last piece. */
export interface Piece {
  readonly shifted: string;
  readonly open: string;
}

/** Letters as they were set once, with what names them once they were shown. */
interface Laid extends Shaped {
  /** Whether one of them stands above or beside its place. */
  readonly isMoved: boolean;
  piece: Piece | undefined;
}

/** Words that are remembered of one font: most texts of a document repeat the same ones. */
const MOST = 20_000;
/** A face of which each letter looks the same wherever it stands sets these letter by letter. */
const ALONE = /^[\w .]*$/;
/** Letters of which each is one glyph or a part of a ligature, with a space at most at the end. */
const PLAIN = /^[!-~]+ ?$/;

/**
 * Writes texts of one font as the operators of a page, the same as pdfkit would. Each word is shaped once, and its letters are written
 * down once: pdfkit shapes it again for each width, and writes each of its letters again for each place.
 */
export class GlyphRuns {
  readonly face: EmbeddedFont;
  readonly isFixed: boolean;
  /** Pairs of letters, and whether neither looks or stands another way for the other. */
  readonly #indifferent = new Map<string, boolean>();
  #shaped = new Map<string, Laid>();

  /** `isFixed`: all letters are as wide as any, and none looks another way beside another. */
  constructor(face: EmbeddedFont, isFixed: boolean) {
    this.face = face;
    this.isFixed = isFixed;
  }

  /** How wide a text is, in thousandths of the font's size. */
  width(text: string): number {
    if (!text.includes(" ") && !text.includes("\t")) return widthOf(this.#shape(text));
    return this.#parts(text).reduce((sum, part) => sum + widthOf(this.#shape(part)), 0);
  }

  /**
   * A text as a page's operators name its letters; undefined where letters stand above or beside their places, which takes more than one
   * operand. The pieces of words, each with the space behind it, make the piece of their line, except in a fixed font.
   */
  piece(text: string): Piece | undefined {
    let whole = NOTHING;
    for (const part of this.#parts(text)) {
      const shaped = this.#shape(part);
      if (shaped.some(({ isMoved }) => isMoved)) return undefined;
      for (const own of shaped) whole = joinedPiece(whole, (own.piece ??= this.#write(own)));
    }
    return whole;
  }

  /** What is shaped by itself: words with the space or tab that follows them, or letters of a fixed font. */
  #parts(text: string): readonly string[] {
    if (this.isFixed) return ALONE.test(text) ? Array.from(text) : [text];
    return text.match(/[^ \t]*[ \t]|[^ \t]+/g) ?? [];
  }

  /** A part in what is shaped of it by itself, in its order. */
  #shape(part: string): readonly Laid[] {
    const pieces = this.isFixed ? [part] : this.#apart(part);
    return pieces.map((piece) => this.#shapeAlone(piece));
  }

  #shapeAlone(piece: string): Laid {
    let shaped = this.#shaped.get(piece);
    if (!shaped) this.#shaped = kept(this.#shaped, piece, (shaped = this.#lay(piece)));
    return shaped;
  }

  #lay(part: string): Laid {
    const { glyphs, positions, advanceWidth } = this.face.layoutRun(part, this.isFixed ? [] : undefined);
    const isMoved = positions.some(({ xOffset, yOffset }) => xOffset || yOffset);
    return { glyphs, positions, advanceWidth, isMoved, piece: undefined };
  }

  /** Numbers and the space after a word are set apart from it where this font sets the two letters there as it sets each alone. */
  #apart(part: string): readonly string[] {
    if (!PLAIN.test(part)) return [part];
    const pieces: string[] = [];
    let from = 0;
    for (let at = 1; at < part.length; at += 1) {
      const [left, right] = [part[at - 1]!, part[at]!];
      const isSeam = right === " " || (isDigit(left) && isDigit(right));
      if (!isSeam || !this.#isIndifferent(left, right)) continue;
      pieces.push(part.slice(from, at));
      from = at;
    }
    return [...pieces, part.slice(from)];
  }

  #isIndifferent(left: string, right: string): boolean {
    const pair = left + right;
    let answer = this.#indifferent.get(pair);
    if (answer === undefined) {
      const alone = [this.#lay(left), this.#lay(right)];
      answer = isSame([this.#lay(pair)], alone);
      this.#indifferent.set(pair, answer);
    }
    return answer;
  }

  #write({ glyphs, positions }: Shaped): Piece {
    let shifted = "";
    let open = "";
    for (const [at, glyph] of glyphs.entries()) {
      open += this.#include(glyph);
      const { xAdvance, advanceWidth } = positions[at]!;
      const shift = xAdvance - advanceWidth;
      if (shift === 0) continue;
      shifted += `${shifted === "" ? "" : " <"}${open}> ${number(-shift)}`;
      open = "";
    }
    return { shifted, open };
  }

  /** The letter's number in what is embedded of the font, four digits; its width and its text go into the document, too. */
  #include({ id, advanceWidth, codePoints }: Glyph): string {
    const { subset, widths, unicode, scale } = this.face;
    const gid = subset.includeGlyph(id);
    widths[gid] ??= advanceWidth * scale;
    unicode[gid] ??= codePoints;
    return gid.toString(16).padStart(4, "0").slice(-4);
  }
}

const isDigit = (letter: string) => letter >= "0" && letter <= "9";

/** In the order of the letters, as a font sums it up: the last bit decides where a line breaks. */
function widthOf(parts: readonly Shaped[]): number {
  if (parts.length === 1) return parts[0]!.advanceWidth;
  let width = 0;
  for (const { positions } of parts) for (const { xAdvance } of positions) width += xAdvance;
  return width;
}

const NOTHING: Piece = { shifted: "", open: "" };

/** Two pieces, one behind the other. */
function joinedPiece(left: Piece, right: Piece): Piece {
  const open = left.open + right.shifted;
  if (right.shifted === "") return { shifted: left.shifted, open: left.open + right.open };
  return { shifted: left.shifted === "" ? open : `${left.shifted} <${open}`, open: right.open };
}

/** The operand that shows a piece. */
export function operandOf({ shifted, open }: Piece): string {
  if (open === "") return shifted === "" ? "[]" : `[<${shifted}]`;
  return shifted === "" ? `[<${open}> 0]` : `[<${shifted} <${open}> 0]`;
}

function isSame(laid: readonly Shaped[], others: readonly Shaped[]): boolean {
  const said = (all: readonly Shaped[]) =>
    all.flatMap(({ glyphs, positions }) =>
      glyphs.map(({ id }, at) => {
        const { xAdvance, xOffset, yOffset } = positions[at]!;
        return [id, xAdvance, xOffset, yOffset].join(" ");
      }),
    );
  return said(laid).join() === said(others).join();
}

/** A number as a page's operators have it. */
export function number(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** The same map with one more; another where it is full. */
function kept<T>(map: Map<string, T>, key: string, value: T): Map<string, T> {
  const into = map.size < MOST ? map : new Map<string, T>();
  return into.set(key, value);
}
