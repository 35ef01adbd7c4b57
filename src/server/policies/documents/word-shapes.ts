import { figureText } from "./figure-sketch.ts";
import type { FigureBox, FigurePath, FigurePiece, FigureVoice } from "./figure-sketch.ts";
import { element } from "./word-xml.ts";
import type { WordXml } from "./word-xml.ts";

/** Units of Office's drawings in a point. */
const EMU = 12_700;
/** Word sets these figures in its own letters, which are wider than ours, by so much less. */
export const SHRINK = 0.86;
/** The namespace of what is drawn. */
export const A = "http://schemas.openxmlformats.org/drawingml/2006/main";
const WPS = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape";
const INK = "211D17";

/** A length as drawings have it. */
export const emu = (points: number) => Math.round(points * EMU);

/** The shapes of a piece of a figure: lines first, then boxes with their texts. */
export function shapesOf(piece: FigurePiece<string>, nextId: () => number): WordXml[] {
  const { width, height, boxes, paths } = piece;
  const whole = { x: 0, y: 0, width, height };
  return [
    // As large as the figure, and unseen: LibreOffice stretches what is in a group to the group's size.
    shape(nextId(), [transform(whole), ...unseen()], []),
    ...paths.map((path) => pathShape(path, nextId())),
    ...boxes.map((box) => boxShape(box, piece, nextId())),
    ...captions(piece).map((caption) => captionShape(caption, width, nextId())),
  ];
}

/** Captions stand alone; every other line is inside of a box. */
const captions = ({ lines }: FigurePiece<string>) => lines.filter(({ voice }) => voice === "caption");

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const transform = ({ x, y, width, height }: Frame) =>
  element(
    "a:xfrm",
    {},
    element("a:off", { x: emu(x), y: emu(y) }),
    element("a:ext", { cx: Math.max(1, emu(width)), cy: Math.max(1, emu(height)) }),
  );

const outline = (points: number, isDashed: boolean, hasArrow = false) =>
  element(
    "a:ln",
    { w: emu(points) },
    element("a:solidFill", {}, element("a:srgbClr", { val: INK })),
    element("a:prstDash", { val: isDashed ? "dash" : "solid" }),
    ...(hasArrow ? [element("a:tailEnd", { type: "triangle", w: "med", len: "med" })] : []),
  );

function shape(id: number, properties: readonly WordXml[], texts: readonly TextLine[]) {
  return element(
    "wps:wsp",
    { "xmlns:wps": WPS },
    element("wps:cNvPr", { id, name: `Shape ${id}` }),
    element("wps:cNvSpPr"),
    element("wps:spPr", { "xmlns:a": A }, ...properties),
    ...(texts.length === 0 ? [] : [element("wps:txbx", {}, element("w:txbxContent", {}, ...texts.map(textOf)))]),
    element("wps:bodyPr", { lIns: emu(3), rIns: emu(1), tIns: emu(2), bIns: 0, anchor: "t", wrap: "square" }),
  );
}

interface TextLine {
  readonly voice: FigureVoice;
  readonly text: string;
}

function textOf({ voice, text }: TextLine) {
  const { size, leading, isBold } = figureText[voice];
  const half = Math.round(size * SHRINK * 2);
  return element(
    "w:p",
    {},
    element(
      "w:pPr",
      {},
      element("w:spacing", { "w:before": 0, "w:after": 0, "w:line": Math.round(leading * 20), "w:lineRule": "exact" }),
    ),
    element(
      "w:r",
      {},
      element("w:rPr", {}, ...(isBold ? [element("w:b")] : []), element("w:sz", { "w:val": half })),
      element("w:t", { "xml:space": "preserve" }, text),
    ),
  );
}

function boxShape(box: FigureBox, { lines, boxes }: FigurePiece<string>, id: number) {
  const isFrame = (other: FigureBox) => boxes.some((inner) => inner !== other && isInside(inner, other));
  const texts = isFrame(box)
    ? []
    : lines
        .filter(({ voice, x, y }) => voice !== "caption" && isInside({ x, y, width: 0, height: 0 }, box))
        .map(({ voice, line }) => ({ voice, text: line }));
  const points = box.border === "thick" ? 1.6 : 0.8;
  const properties = [
    transform(box),
    element("a:prstGeom", { prst: "rect" }, element("a:avLst")),
    element("a:noFill"),
    outline(points, box.border === "dashed"),
  ];
  return shape(id, properties, texts);
}

const isInside = (inner: Frame, outer: Frame): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

function captionShape(
  caption: { readonly line: string; readonly x: number; readonly y: number },
  width: number,
  id: number,
) {
  const frame = {
    x: caption.x - 3,
    y: caption.y - 2,
    width: width - caption.x,
    height: figureText.caption.leading + 2,
  };
  return shape(id, [transform(frame), ...unseen()], [{ voice: "caption", text: caption.line }]);
}

/** A rectangle without color or border. */
const unseen = () => [
  element("a:prstGeom", { prst: "rect" }, element("a:avLst")),
  element("a:noFill"),
  element("a:ln", {}, element("a:noFill")),
];

function pathShape({ points, isDashed, hasArrow }: FigurePath, id: number) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const frame = {
    x: Math.min(...xs),
    y: Math.min(...ys),
    width: Math.max(...xs) - Math.min(...xs),
    height: Math.max(...ys) - Math.min(...ys),
  };
  const point = ([x, y]: readonly [number, number]) => element("a:pt", { x: emu(x - frame.x), y: emu(y - frame.y) });
  const [start, ...others] = points;
  const path = element(
    "a:path",
    { w: Math.max(1, emu(frame.width)), h: Math.max(1, emu(frame.height)), fill: "none" },
    element("a:moveTo", {}, point(start!)),
    ...others.map((own) => element("a:lnTo", {}, point(own))),
  );
  const geometry = element(
    "a:custGeom",
    {},
    ...["avLst", "gdLst", "ahLst", "cxnLst"].map((name) => element(`a:${name}`)),
    element("a:rect", { l: "0", t: "0", r: "r", b: "b" }),
    element("a:pathLst", {}, path),
  );
  return shape(id, [transform(frame), geometry, element("a:noFill"), outline(0.9, isDashed, hasArrow)], []);
}
