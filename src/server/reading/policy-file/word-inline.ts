import type { Inline } from "#domain/policies/policy-text.ts";
import type { Lost } from "./losses.ts";
import { policyCode } from "./word-styles.ts";
import type { WordNode } from "./word-tree.ts";

const LINK = /^(?:https?:\/\/[^\s"<>\\]+|mailto:[^\s"<>@\\]+@[^\s"<>@\\]+)$/i;
// What a policy refuses: controls, and marks that turn the direction of writing.
// oxlint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

interface Marked {
  readonly text: string;
  readonly strong: boolean;
  readonly emphasis: boolean;
  readonly code: boolean;
  readonly href: string | undefined;
}

const NEWLINE: Marked = { text: "\n", strong: false, emphasis: false, code: false, href: undefined };

/** The words of a paragraph's parts with what they are marked as, in the fewest pieces. `isHead`: bold words throughout are no emphasis. */
export function readInline(nodes: readonly WordNode[], lost: Lost, isHead = false): Inline[] {
  const pieces: Marked[] = [];
  collect(nodes, { ...NEWLINE, text: "" }, pieces, lost);
  const isBold = isHead && pieces.every(({ text, strong }) => strong || text.trim() === "");
  return grouped(
    tidied(isBold ? pieces.map((piece) => (piece === NEWLINE ? piece : { ...piece, strong: false })) : pieces),
  );
}

function collect(nodes: readonly WordNode[], as: Marked, into: Marked[], lost: Lost): void {
  for (const node of nodes) {
    if (node.type === "text") into.push({ ...as, text: visible(node.value, lost) });
    else if (node.type === "tab") into.push({ ...as, text: " " });
    else if (node.type === "checkbox") into.push({ ...as, text: node.checked ? "\u2612" : "\u2610" });
    else if (node.type === "break") into.push(node.breakType === "line" ? NEWLINE : { ...as, text: " " });
    else if (node.type === "run")
      collect(
        node.children,
        { ...as, strong: node.isBold, emphasis: node.isItalic, code: node.styleName === policyCode },
        into,
        lost,
      );
    else if (node.type === "hyperlink") {
      const href = node.href !== undefined && LINK.test(node.href) ? node.href : undefined;
      if (href === undefined) lost.add("links");
      collect(node.children, { ...as, href }, into, lost);
    }
  }
}

function visible(text: string, lost: Lost): string {
  const clean = text.replaceAll(/[\t\n\r]/g, " ").replaceAll(HIDDEN, "");
  lost.add("invisible", text.length - clean.length);
  return clean;
}

/** Spaces as one and between words alone; a space between two words has the marks that both have. */
function tidied(pieces: readonly Marked[]): Marked[] {
  const atoms = pieces.flatMap((piece) =>
    piece === NEWLINE || piece.code
      ? [piece]
      : piece.text
          .split(/( +)/)
          .flatMap((text) => (text === "" ? [] : [{ ...piece, text: text.trim() === "" ? " " : text }])),
  );
  const isSpace = (piece: Marked | undefined) => piece === undefined || piece === NEWLINE || piece.text === " ";
  const words = atoms.filter((piece, at) => piece.text !== " " || piece.code || !isSpace(atoms[at - 1]));
  const kept = words.filter(
    (piece, at) => piece.text !== " " || piece.code || (at > 0 && at < words.length - 1 && words[at + 1] !== NEWLINE),
  );
  const between = kept.map((piece, at) =>
    piece.text === " " && !piece.code ? common(kept[at - 1]!, kept[at + 1]!) : piece,
  );
  const lines = splitLines(between).filter((line) => line.length > 0);
  return lines.flatMap((line, at) => (at === 0 ? line : [NEWLINE, ...line]));
}

function splitLines(pieces: readonly Marked[]): Marked[][] {
  const lines: Marked[][] = [[]];
  for (const piece of pieces) {
    if (piece === NEWLINE) lines.push([]);
    else lines.at(-1)!.push(piece);
  }
  return lines;
}

const common = (left: Marked, right: Marked): Marked => ({
  text: " ",
  strong: left.strong && right.strong,
  emphasis: left.emphasis && right.emphasis,
  code: false,
  href: left.href === right.href ? left.href : undefined,
});

type Mark = "href" | "strong" | "emphasis";

/** The fewest marks around the pieces: the one that goes on longest is the outer one. */
function grouped(pieces: readonly Marked[], open: readonly Mark[] = []): Inline[] {
  const found: Inline[] = [];
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at]!;
    const spans = (["href", "strong", "emphasis"] as const)
      .filter((mark) => !open.includes(mark) && piece[mark])
      .map((mark) => ({ mark, length: pieces.slice(at).findIndex((other) => other[mark] !== piece[mark]) }))
      .map(({ mark, length }) => ({ mark, length: length === -1 ? pieces.length - at : length }))
      .toSorted((a, b) => b.length - a.length);
    const [longest] = spans;
    if (longest) {
      const inline = grouped(pieces.slice(at, at + longest.length), [...open, longest.mark]);
      found.push(
        longest.mark === "href" ? { kind: "link", href: piece.href!, inline } : { kind: longest.mark, inline },
      );
      at += longest.length;
    } else {
      found.push(piece === NEWLINE ? { kind: "break" } : { kind: piece.code ? "code" : "text", text: piece.text });
      at += 1;
    }
  }
  return joined(found);
}

function joined(inline: readonly Inline[]): Inline[] {
  const out: Inline[] = [];
  for (const piece of inline) {
    const last = out.at(-1);
    if ((piece.kind === "text" || piece.kind === "code") && last?.kind === piece.kind)
      out[out.length - 1] = { kind: piece.kind, text: last.text + piece.text };
    else out.push(piece);
  }
  return out;
}
