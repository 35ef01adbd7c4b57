import type { Figure } from "#domain/printed/figure.ts";
import { contentWidth, frame, ink } from "../../bundle/report/page-frame.ts";
import type { Sheet, Structure } from "../../bundle/report/pdf-sheet.ts";
import type { Line } from "../../bundle/report/typesetter.ts";
import { figureText } from "./figure-sketch.ts";
import type { FigureBox, FigurePath, FigurePiece, FigureVoice } from "./figure-sketch.ts";
import { layFigure } from "./lay-figure.ts";

const borders = { thick: 1.6, thin: 0.8, dashed: 0.8 } as const;
const ARROW = 4;
/** Room for a heading and a sentence above the first piece. */
const HEIGHT = frame.bottom - frame.top - 40;

const voices = { title: "serifBold", note: "serif", caption: "serifBold" } as const;
/** Texts that are remembered: a system's box is the same in each figure that has it, and is measured twice in each. */
const MOST = 20_000;
const broken = new WeakMap<Sheet, Map<string, readonly Line[]>>();

function linesOf(sheet: Sheet, text: string, voice: FigureVoice, width: number): readonly Line[] {
  let known = broken.get(sheet);
  if (!known || known.size >= MOST) broken.set(sheet, (known = new Map()));
  const key = `${voice} ${width} ${text}`;
  let lines = known.get(key);
  if (!lines) {
    lines = sheet.type.lines(text, { voice: voices[voice], size: figureText[voice].size }, width);
    known.set(key, lines);
  }
  return lines;
}

/** Draws a figure as vectors, in black and gray, each piece with the words for whoever does not see it. */
export function setFigure(sheet: Sheet, figure: Figure, parent: Structure): void {
  const pieces = layFigure<Line>(figure, (text, voice, width) => linesOf(sheet, text, voice, width), {
    width: contentWidth,
    height: HEIGHT,
    left: sheet.room,
  });
  for (const piece of pieces) {
    sheet.keep(piece.height);
    const top = sheet.y;
    parent.add(sheet.doc.struct("Figure", describe(piece, top), () => draw(sheet, piece, top)));
    sheet.y += piece.height;
  }
}

function describe({ words, width, height }: FigurePiece<Line>, top: number) {
  return { alt: words, bbox: [frame.left, top, frame.left + width, top + height], placement: "Block" };
}

function draw({ doc, type }: Sheet, { boxes, paths, lines }: FigurePiece<Line>, top: number): void {
  doc.save().translate(frame.left, top);
  for (const path of paths) drawPath(doc, path);
  for (const box of boxes) drawBox(doc, box);
  for (const { voice, line, x, y } of lines) {
    doc.fillColor(voice === "title" ? ink.text : ink.grey);
    type.set(line, figureText[voice].size, x, y + figureText[voice].size * 0.86);
  }
  doc.restore();
}

function drawBox(doc: Sheet["doc"], { x, y, width, height, border }: FigureBox): void {
  doc.lineWidth(borders[border]).strokeColor(ink.text);
  if (border === "dashed") doc.dash(3, { space: 2 });
  doc.rect(x, y, width, height).stroke().undash();
}

function drawPath(doc: Sheet["doc"], { points, isDashed, hasArrow }: FigurePath): void {
  doc.lineWidth(0.9).strokeColor(ink.text);
  if (isDashed) doc.dash(3, { space: 2 });
  for (const [at, [x, y]] of points.entries())
    if (at === 0) doc.moveTo(x, y);
    else doc.lineTo(x, y);
  doc.stroke().undash();
  if (!hasArrow) return;
  const [x, y] = points.at(-1)!;
  doc
    .moveTo(x, y)
    .lineTo(x - ARROW, y - ARROW * 0.6)
    .lineTo(x - ARROW, y + ARROW * 0.6)
    .closePath()
    .fill(ink.text);
}
