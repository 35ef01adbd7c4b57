import { figureWords } from "#domain/printed/figure.ts";
import type { DataFlow, Figure, FigureNode, FigureZone } from "#domain/printed/figure.ts";
import { figureText, PAD, Sketch } from "./figure-sketch.ts";
import type { FigureBox, FigurePiece, FigureVoice, Sized } from "./figure-sketch.ts";

/** Breaks a text of a figure into lines no wider than this. */
export type BreakLines<Line> = (text: string, voice: FigureVoice, width: number) => readonly Line[];

interface Page {
  readonly width: number;
  /** The highest that a piece may be. */
  readonly height: number;
  /** What is left of the page that it begins on. */
  readonly left?: number;
}

const GAP = 6;
/** Where the columns of a flow begin and how wide they are, in parts of the width. */
const columns = { from: [0, 0.18], data: [0.23, 0.23], keptIn: [0.52, 0.22], sharedWith: [0.79, 0.21] } as const;
/** Between columns: where lines to systems and to vendors go down. */
const trunks = { keptIn: 0.49, sharedWith: 0.765 } as const;
const PER_ROW = 3;

/** Lays out a figure in pieces that each fit on a page; nothing in it is smaller for being one of many. */
export function layFigure<Line>(figure: Figure, breakLines: BreakLines<Line>, page: Page): FigurePiece<Line>[] {
  const pen = new Pen(breakLines, page);
  return figure.kind === "flow" ? pen.flow(figure.flow) : pen.zone(figure.zone);
}

class Pen<Line> {
  readonly #breakLines: BreakLines<Line>;
  readonly #page: Page;

  constructor(breakLines: BreakLines<Line>, page: Page) {
    this.#breakLines = breakLines;
    this.#page = page;
  }

  flow(flow: DataFlow): FigurePiece<Line>[] {
    const { width, height } = this.#page;
    const room = height - figureText.caption.leading - 3 * GAP;
    const kept = this.#stacks(flow.keptIn, columns.keptIn[1] * width, room);
    const shared = this.#stacks(flow.sharedWith, columns.sharedWith[1] * width, room);
    const count = Math.max(kept.length, shared.length, 1);
    return Array.from({ length: count }, (_, at) => {
      const part = { ...flow, keptIn: kept[at] ?? [], sharedWith: shared[at] ?? [] };
      return this.#flowPiece(part, count === 1 ? "" : `, part ${at + 1} of ${count}`);
    });
  }

  #flowPiece(flow: DataFlow, part: string): FigurePiece<Line> {
    const { width } = this.#page;
    const sketch = new Sketch<Line>();
    const top = figureText.caption.leading;
    const widthOf = (column: keyof typeof columns) => columns[column][1] * width;
    const kept = flow.keptIn.map((node) => this.#size(node, widthOf("keptIn")));
    const shared = flow.sharedWith.map((node) => this.#size(node, widthOf("sharedWith")));
    const data = this.#size(flow.data, widthOf("data"));
    const from = flow.from && this.#size(flow.from, widthOf("from"));
    const band = Math.max(stackHeight(kept), stackHeight(shared), data.height, from?.height ?? 0);
    const middle = top + band / 2;
    const place = (own: Sized<Line>, column: keyof typeof columns, y: number, border: FigureBox["border"]) =>
      sketch.box(own, { x: columns[column][0] * width, y, width: widthOf(column), height: own.height, border });
    const caption = (text: string, column: keyof typeof columns) => {
      const [line] = this.#breakLines(text, "caption", widthOf(column));
      if (line !== undefined) sketch.lines.push({ voice: "caption", line, x: columns[column][0] * width, y: 0 });
    };
    const dataBox = place(data, "data", middle - data.height / 2, "thick");
    caption(`Data${part}`, "data");
    if (from) {
      const box = place(from, "from", middle - from.height / 2, "thin");
      caption("About", "from");
      sketch.path([right(box, middle), [dataBox.x, middle]]);
    }
    const stack = (all: readonly Sized<Line>[], column: "keptIn" | "sharedWith", border: FigureBox["border"]) => {
      let y = top + (band - stackHeight(all)) / 2;
      return all.map((own) => {
        const box = place(own, column, y, border);
        y += own.height + GAP;
        return box;
      });
    };
    const keptBoxes = stack(kept, "keptIn", "thin");
    const sharedBoxes = stack(shared, "sharedWith", "dashed");
    if (kept.length > 0) caption("Kept in", "keptIn");
    if (shared.length > 0) caption("Shared with", "sharedWith");
    if (keptBoxes.length > 0) sketch.fan(right(dataBox, middle), trunks.keptIn * width, keptBoxes, false);
    const lane = top + band + GAP;
    if (sharedBoxes.length > 0)
      sketch.fan(
        [dataBox.x + dataBox.width / 2, dataBox.y + dataBox.height],
        trunks.sharedWith * width,
        sharedBoxes,
        true,
        lane,
      );
    const height = lane + GAP;
    return { ...sketch.drawn(), width, height, words: `Data flow${part}. ${figureWords({ kind: "flow", flow })}` };
  }

  zone(zone: FigureZone): FigurePiece<Line>[] {
    const { width, height, left = height } = this.#page;
    const inner = (width - (PER_ROW + 1) * GAP) / PER_ROW;
    const rows = inGroups(zone.nodes, PER_ROW).map((nodes) => {
      const sized = nodes.map((node) => this.#size(node, inner));
      return { nodes, sized, height: Math.max(...sized.map((own) => own.height)) };
    });
    const around = figureText.caption.leading + 3 * GAP;
    const pieces = packed(rows, height - around, left - around);
    return pieces.map((piece, at) => {
      const part = pieces.length === 1 ? "" : `, part ${at + 1} of ${pieces.length}`;
      const sketch = new Sketch<Line>();
      const [caption] = this.#breakLines(`${zone.title}${part}`, "caption", width - 2 * GAP);
      if (caption !== undefined) sketch.lines.push({ voice: "caption", line: caption, x: GAP, y: 3 });
      let y = figureText.caption.leading + GAP;
      for (const row of piece) {
        for (const [place, own] of row.sized.entries())
          sketch.box(own, { x: GAP + place * (inner + GAP), y, width: inner, height: row.height, border: "thin" });
        y += row.height + GAP;
      }
      sketch.boxes.unshift({ x: 0, y: 0, width, height: y, border: zone.isOutside ? "dashed" : "thick" });
      const nodes = piece.flatMap((row) => row.nodes);
      const words = figureWords({ kind: "zone", zone: { ...zone, title: `${zone.title}${part}`, nodes } });
      return { ...sketch.drawn(), width, height: y + GAP, words };
    });
  }

  /** Boxes one below the other, in as many groups as it takes for each to fit. */
  #stacks(nodes: readonly FigureNode[], width: number, room: number): readonly (readonly FigureNode[])[] {
    return packed(
      nodes.map((node) => ({ node, height: this.#size(node, width).height })),
      room,
    ).map((group) => group.map(({ node }) => node));
  }

  #size({ title, note }: FigureNode, width: number): Sized<Line> {
    const lines = (text: string, voice: FigureVoice) =>
      text === "" ? [] : this.#breakLines(text, voice, width - 2 * PAD);
    const own = { title: lines(title, "title"), note: lines(note, "note") };
    const height = own.title.length * figureText.title.leading + own.note.length * figureText.note.leading + 2 * PAD;
    return { ...own, height };
  }
}

const right = ({ x, width }: FigureBox, y: number): readonly [number, number] => [x + width, y];

const stackHeight = (all: readonly { readonly height: number }[]): number =>
  all.reduce((sum, { height }) => sum + height + GAP, all.length > 0 ? -GAP : 0);

/** In order, as many in a group as fit; what is higher than the room stands alone. */
function packed<T extends { readonly height: number }>(all: readonly T[], room: number, first = room): T[][] {
  const groups: T[][] = [];
  let left = -1;
  for (const own of all) {
    if (own.height > left) {
      left = groups.length === 0 && own.height <= first ? first : room;
      groups.push([]);
    }
    groups.at(-1)!.push(own);
    left -= own.height + GAP;
  }
  return groups;
}

function inGroups<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
