/** How texts of a figure are set, in points. */
export const figureText = {
  title: { size: 8.5, leading: 10.4, isBold: true },
  note: { size: 7.5, leading: 9.2, isBold: false },
  caption: { size: 7.5, leading: 12, isBold: true },
} as const;

export type FigureVoice = keyof typeof figureText;

/** A line of text, already broken. */
interface PlacedLine<Line> {
  readonly voice: FigureVoice;
  readonly line: Line;
  readonly x: number;
  /** Its top. */
  readonly y: number;
}

export interface FigureBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** A thick border marks data, a dashed one what is outside, a thin one anything else. */
  readonly border: "thick" | "thin" | "dashed";
}

/** A line through points, with an arrow at its end where it leads somewhere. */
export interface FigurePath {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly isDashed: boolean;
  readonly hasArrow: boolean;
}

/** A piece of a figure that fits on a page. */
export interface FigurePiece<Line> {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly FigureBox[];
  readonly paths: readonly FigurePath[];
  readonly lines: readonly PlacedLine<Line>[];
  readonly words: string;
}

/** Points between a box and its text. */
export const PAD = 4;

/** The texts of a box in lines, and how high that makes it. */
export interface Sized<Line> {
  readonly title: readonly Line[];
  readonly note: readonly Line[];
  readonly height: number;
}

/** What is drawn, while it is drawn. */
export class Sketch<Line> {
  readonly boxes: FigureBox[] = [];
  readonly paths: FigurePath[] = [];
  readonly lines: PlacedLine<Line>[] = [];

  /** All of it. */
  drawn(): Pick<FigurePiece<Line>, "boxes" | "paths" | "lines"> {
    return { boxes: this.boxes, paths: this.paths, lines: this.lines };
  }

  /** A box with its texts. */
  box({ title, note }: Sized<Line>, box: FigureBox): FigureBox {
    this.boxes.push(box);
    let y = box.y + PAD;
    for (const [voice, all] of [
      ["title", title],
      ["note", note],
    ] as const)
      for (const line of all) {
        this.lines.push({ voice, line, x: box.x + PAD, y });
        y += figureText[voice].leading;
      }
    return box;
  }

  /** A line, with an arrow at its end. */
  path(points: FigurePath["points"], isDashed = false, hasArrow = true): void {
    this.paths.push({ points, isDashed, hasArrow });
  }

  /** From one point to each box: along `lane` where there is one, down or up a trunk, and to the middle of each box. */
  fan(
    from: readonly [number, number],
    trunk: number,
    boxes: readonly FigureBox[],
    isDashed: boolean,
    lane: number = from[1],
  ): void {
    const ends = boxes.map(({ y, height }) => y + height / 2);
    const [first, last] = [Math.min(lane, ...ends), Math.max(lane, ...ends)];
    this.path([from, [from[0], lane], [trunk, lane]], isDashed, false);
    if (first < last)
      this.path(
        [
          [trunk, first],
          [trunk, last],
        ],
        isDashed,
        false,
      );
    for (const [at, box] of boxes.entries())
      this.path(
        [
          [trunk, ends[at]!],
          [box.x, ends[at]!],
        ],
        isDashed,
      );
  }
}
