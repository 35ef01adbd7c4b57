import type { Figure } from "#domain/printed/figure.ts";
import { figureText } from "./figure-sketch.ts";
import type { FigurePiece, FigureVoice } from "./figure-sketch.ts";
import { layFigure } from "./lay-figure.ts";
import type { BreakLines } from "./lay-figure.ts";
import { A, emu, SHRINK, shapesOf } from "./word-shapes.ts";
import { element } from "./word-xml.ts";
import type { WordXml } from "./word-xml.ts";

/** Between the margins of a Letter page, in points; half as high as it, since nobody knows what Word has put above. */
const PAGE = { width: 464, height: 320 } as const;

const WPG = "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup";

/** Draws a figure as shapes that Word can edit, a paragraph for each piece, with the words for whoever does not see it. */
export function writeFigure(figure: Figure, nextId: () => number, breakLines: BreakLines<string>): WordXml[] {
  return layFigure(figure, breakLines, PAGE).map((piece) => {
    // The paragraph is as high as its figure, so that both go to the next page together, in Word and in LibreOffice.
    const line = Math.ceil(piece.height * 20);
    const spacing = { "w:after": 0, "w:before": 0, "w:line": line, "w:lineRule": "exact" };
    return element(
      "w:p",
      {},
      element("w:pPr", {}, element("w:spacing", spacing)),
      element("w:r", {}, alternatives(piece, nextId)),
    );
  });
}

/** Texts that are remembered: a system's box is the same in each figure that has it, and is measured twice in each. */
const MOST = 20_000;

/** Breaks the texts of a document's figures into lines, each text once. */
export function lineBreaker(): BreakLines<string> {
  let known = new Map<string, readonly string[]>();
  return (text, voice, width) => {
    const key = `${voice} ${width} ${text}`;
    let lines = known.get(key);
    if (!lines) {
      lines = estimated(text, voice, width);
      if (known.size >= MOST) known = new Map();
      known.set(key, lines);
    }
    return lines;
  };
}

/** Breaks lines by an estimate: a letter of Georgia takes about half its size, one of Chinese all of it. */
function estimated(text: string, voice: FigureVoice, width: number): string[] {
  const { size, isBold } = figureText[voice];
  const widthOf = (part: string) =>
    Array.from(part).reduce(
      (sum, letter) => sum + size * SHRINK * (letter.codePointAt(0)! > 0x2e7f ? 1.05 : isBold ? 0.66 : 0.59),
      0,
    );
  const lines = [""];
  for (const word of text.split(/ +/)) {
    const longer = lines.at(-1) === "" ? word : `${lines.at(-1)} ${word}`;
    if (widthOf(longer) <= width) {
      lines[lines.length - 1] = longer;
      continue;
    }
    if (lines.at(-1) !== "") lines.push("");
    for (const letter of word) {
      if (widthOf(lines.at(-1)! + letter) > width) lines.push("");
      lines[lines.length - 1] += letter;
    }
  }
  return lines;
}

function alternatives(piece: FigurePiece<string>, nextId: () => number): WordXml {
  const { width, height, words } = piece;
  const size = { cx: emu(width), cy: emu(height) };
  const named = { id: nextId(), name: "Figure", descr: words };
  const group = element(
    "wpg:wgp",
    { "xmlns:wpg": WPG },
    element("wpg:cNvGrpSpPr"),
    element(
      "wpg:grpSpPr",
      {},
      element(
        "a:xfrm",
        { "xmlns:a": A },
        element("a:off", { x: 0, y: 0 }),
        element("a:ext", size),
        element("a:chOff", { x: 0, y: 0 }),
        element("a:chExt", size),
      ),
    ),
    ...shapesOf(piece, nextId),
  );
  const drawing = element(
    "w:drawing",
    {},
    element(
      "wp:anchor",
      anchoring(named.id),
      element("wp:simplePos", { x: 0, y: 0 }),
      element("wp:positionH", { relativeFrom: "column" }, element("wp:posOffset", {}, "0")),
      element("wp:positionV", { relativeFrom: "paragraph" }, element("wp:posOffset", {}, "0")),
      element("wp:extent", size),
      element("wp:effectExtent", { l: 0, t: 0, r: 0, b: 0 }),
      element("wp:wrapNone"),
      element("wp:docPr", named),
      element("wp:cNvGraphicFramePr"),
      element("a:graphic", { "xmlns:a": A }, element("a:graphicData", { uri: WPG }, group)),
    ),
  );
  // Readers that know no groups of shapes are told the same in words.
  return element(
    "mc:AlternateContent",
    {},
    element("mc:Choice", { Requires: "wpg" }, drawing),
    element("mc:Fallback", {}, element("w:t", {}, words)),
  );
}

/** In front of the text, where its paragraph begins. */
const anchoring = (relativeHeight: number) => ({
  distT: 0,
  distB: 0,
  distL: 0,
  distR: 0,
  simplePos: 0,
  relativeHeight,
  behindDoc: 0,
  locked: 1,
  layoutInCell: 1,
  allowOverlap: 1,
});
