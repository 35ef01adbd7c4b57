import type { Inline } from "#domain/policies/policy-text.ts";
import type { Sheet, Structure } from "../../bundle/report/pdf-sheet.ts";
import { ink } from "../../bundle/report/page-frame.ts";
import type { Line, Setting } from "../../bundle/report/typesetter.ts";

/** How a paragraph is set; sizes in points. */
export interface RichStyle {
  readonly size: number;
  readonly leading: number;
  readonly isBold?: boolean;
}

interface Part {
  readonly line: Line;
  readonly width: number;
  readonly size: number;
  readonly isSlanted: boolean;
  readonly href: string | undefined;
}

interface Marks {
  readonly isBold: boolean;
  readonly isSlanted: boolean;
  readonly isCode: boolean;
  readonly href: string | undefined;
}

type RichLine = { readonly x: number; readonly part: Part }[];

/** No font of ours is cut in italics: letters lean as far as those of the serif's italics do. */
const SLANT = Math.tan((12 * Math.PI) / 180);

/** Breaks a paragraph's pieces into lines no wider than `width`, word by word; a word that is wider breaks inside. */
export function richLines(sheet: Sheet, inline: readonly Inline[], style: RichStyle, width: number): RichLine[] {
  const lines: RichLine[] = [[]];
  let x = 0;
  let space = 0;
  for (const word of wordsOf(sheet, inline, style, width)) {
    if (word === "line") {
      lines.push([]);
      [x, space] = [0, 0];
      continue;
    }
    const wide = word.reduce((sum, part) => sum + part.width, 0);
    if (x > 0 && x + space + wide > width) {
      lines.push([]);
      [x, space] = [0, 0];
    }
    x += space;
    for (const part of word) {
      if (x > 0 && x + part.width > width) {
        lines.push([]);
        x = 0;
      }
      lines.at(-1)!.push({ x, part });
      x += part.width;
    }
    space = sheet.type.width(" ", { voice: "serif", size: style.size });
  }
  return lines;
}

function wordsOf(sheet: Sheet, inline: readonly Inline[], style: RichStyle, width: number): (Part[] | "line")[] {
  const words: (Part[] | "line")[] = [];
  let isOpen = false;
  const add = (text: string, marks: Marks) => {
    for (const [at, piece] of text.split(" ").entries()) {
      if (at > 0) isOpen = false;
      if (piece === "") continue;
      const parts = partsOf(sheet, piece, marks, style, width);
      const last = words.at(-1);
      if (isOpen && last && last !== "line") last.push(...parts);
      else words.push(parts);
      isOpen = true;
    }
  };
  const walk = (pieces: readonly Inline[], marks: Marks): void => {
    for (const piece of pieces) {
      if ("text" in piece) add(piece.text, { ...marks, isCode: piece.kind === "code" });
      else if (piece.kind === "break") {
        words.push("line");
        isOpen = false;
      } else if (piece.kind === "link") walk(piece.inline, { ...marks, href: piece.href });
      else if (piece.kind === "strong") walk(piece.inline, { ...marks, isBold: true });
      else walk(piece.inline, { ...marks, isSlanted: true });
    }
  };
  walk(inline, { isBold: style.isBold ?? false, isSlanted: false, isCode: false, href: undefined });
  return words;
}

function partsOf({ type }: Sheet, text: string, marks: Marks, style: RichStyle, width: number): Part[] {
  const { isBold, isCode, isSlanted, href } = marks;
  const voice = isCode ? "record" : isBold ? "serifBold" : "serif";
  const setting: Setting = { voice, size: isCode ? style.size * 0.8 : style.size };
  return type.lines(text, setting, width).map((line) => {
    const wide = line.reduce((sum, run) => sum + run.width, 0);
    return { line, width: wide, size: setting.size, isSlanted, href };
  });
}

/** Sets lines as an element of the structure, over as many pages as they need; answers with the baseline of the first. */
export function setRich(
  sheet: Sheet,
  lines: readonly RichLine[],
  { leading }: RichStyle,
  place: { readonly parent: Structure; readonly kind: string; readonly x: number; readonly color?: string },
): void {
  const element = sheet.doc.struct(place.kind);
  place.parent.add(element);
  for (const line of lines) {
    const y = sheet.place(leading);
    element.add(
      sheet.doc.struct("Span", {}, () => line.forEach((item) => setPart(sheet, item, place.x, y, place.color))),
    );
  }
  element.end();
}

function setPart(sheet: Sheet, { x, part }: RichLine[number], left: number, y: number, color: string = ink.text): void {
  const { doc, type } = sheet;
  doc.fillColor(color);
  if (part.isSlanted) {
    doc.save();
    // Leans around its own place on the page.
    doc.transform(1, 0, -SLANT, 1, SLANT * y, 0);
  }
  type.set(part.line, part.size, left + x, y);
  if (part.isSlanted) doc.restore();
  if (part.href === undefined) return;
  doc.rect(left + x, y + 1.6, part.width, 0.5).fill(color);
  doc.link(left + x, y - part.size * 0.8, part.width, part.size * 1.1, part.href);
}
