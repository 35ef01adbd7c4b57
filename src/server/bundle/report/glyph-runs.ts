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
interface Piece {
  readonly shifted: string;
  readonly open: string;
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
  readonly #isFixed: boolean;
  /** Pairs of letters, and whether neither looks or stands another way for the other. */
  readonly #indifferent = new Map<string, boolean>();
  #shaped = new Map<string, Shaped>();
  #pieces = new Map<string, Piece | undefined>();

  /** `isFixed`: all letters are as wide as any, and none looks another way beside another. */
  constructor(face: EmbeddedFont, isFixed: boolean) {
    this.face = face;
    this.#isFixed = isFixed;
  }

  /** How wide a text is, in thousandths of the font's size. */
  width(text: string): number {
    if (!text.includes(" ") && !text.includes("\t")) return this.#shape(text).advanceWidth;
    return this.#parts(text).reduce((sum, part) => sum + this.#shape(part).advanceWidth, 0);
  }

  /** The operand that shows the text; undefined where letters stand above or beside their places, which takes more than one. */
  shown(text: string): string | undefined {
    let written = "";
    let open = "";
    for (const part of this.#parts(text)) {
      const piece = this.#piece(part);
      if (!piece) return undefined;
      if (piece.shifted !== "") {
        written += `${written === "" ? "" : " "}<${open}${piece.shifted}`;
        open = "";
      }
      open += piece.open;
    }
    if (open !== "") written += `${written === "" ? "" : " "}<${open}> 0`;
    return `[${written}]`;
  }

  /** What is shaped by itself: words with the space or tab that follows them, or letters of a fixed font. */
  #parts(text: string): readonly string[] {
    if (this.#isFixed) return ALONE.test(text) ? Array.from(text) : [text];
    return text.match(/[^ \t]*[ \t]|[^ \t]+/g) ?? [];
  }

  #shape(part: string): Shaped {
    let shaped = this.#shaped.get(part);
    if (!shaped) {
      const pieces = this.#isFixed ? [part] : this.#apart(part);
      shaped = pieces.length === 1 ? this.#lay(part) : joined(pieces.map((piece) => this.#shape(piece)));
      this.#shaped = kept(this.#shaped, part, shaped);
    }
    return shaped;
  }

  #lay(part: string): Shaped {
    const { glyphs, positions, advanceWidth } = this.face.layoutRun(part, this.#isFixed ? [] : undefined);
    return { glyphs, positions, advanceWidth };
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
      answer = isSame(this.#lay(pair), joined([this.#lay(left), this.#lay(right)]));
      this.#indifferent.set(pair, answer);
    }
    return answer;
  }

  #piece(part: string): Piece | undefined {
    const known = this.#pieces.get(part);
    if (known) return known;
    const piece = this.#write(this.#shape(part));
    this.#pieces = kept(this.#pieces, part, piece);
    return piece;
  }

  #write({ glyphs, positions }: Shaped): Piece | undefined {
    if (positions.some(({ xOffset, yOffset }) => xOffset || yOffset)) return undefined;
    const shifted: string[] = [];
    let open = "";
    for (const [at, glyph] of glyphs.entries()) {
      open += this.#include(glyph);
      const { xAdvance, advanceWidth } = positions[at]!;
      const shift = xAdvance - advanceWidth;
      if (shift === 0) continue;
      shifted.push(`${open}> ${number(-shift)}`);
      open = "";
    }
    return { shifted: shifted.join(" <"), open };
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

function joined(parts: readonly Shaped[]): Shaped {
  const positions = parts.flatMap((part) => part.positions);
  // In this order, as a font sums it up: the last bit decides where a line breaks.
  const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return { glyphs: parts.flatMap((part) => part.glyphs), positions, advanceWidth };
}

function isSame(laid: Shaped, other: Shaped): boolean {
  const said = ({ glyphs, positions }: Shaped) =>
    glyphs.map(({ id }, at) => {
      const { xAdvance, xOffset, yOffset } = positions[at]!;
      return [id, xAdvance, xOffset, yOffset].join(" ");
    });
  return said(laid).join() === said(other).join();
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
