/** A box of a figure: what it is, and a line or two about it. */
export interface FigureNode {
  readonly title: string;
  readonly note: string;
}

/** Where one kind of data comes from, where it is kept, and whom it is shared with. */
export interface DataFlow {
  /** Whom it is about; undefined where nobody said it. */
  readonly from: FigureNode | undefined;
  readonly data: FigureNode;
  readonly keptIn: readonly FigureNode[];
  readonly sharedWith: readonly FigureNode[];
}

/** Boxes that belong together, inside a frame. */
export interface FigureZone {
  readonly title: string;
  /** Beyond the company's walls: its frame is dashed. */
  readonly isOutside: boolean;
  readonly nodes: readonly FigureNode[];
}

/** A figure that is drawn from sealed records: what is in it, without where it stands. */
export type Figure =
  | { readonly kind: "flow"; readonly flow: DataFlow }
  | { readonly kind: "zone"; readonly zone: FigureZone };

/** What a figure says to whoever does not see it: everything that is drawn. */
export function figureWords(figure: Figure): string {
  if (figure.kind === "zone") {
    const { title, nodes } = figure.zone;
    return `${title}: ${nodes.map(nodeWords).join("; ") || "none"}.`;
  }
  const { from, data, keptIn, sharedWith } = figure.flow;
  const list = (nodes: readonly FigureNode[], none: string) => nodes.map(nodeWords).join("; ") || none;
  return [
    `${nodeWords(data)}.`,
    ...(from ? [`About: ${from.title}.`] : []),
    `Kept in: ${list(keptIn, "no system that is named")}.`,
    `Shared with: ${list(sharedWith, "nobody that is named")}.`,
  ].join(" ");
}

const nodeWords = ({ title, note }: FigureNode): string => (note === "" ? title : `${title} (${note})`);
