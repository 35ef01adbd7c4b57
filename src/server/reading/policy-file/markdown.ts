import { readPolicyText } from "#domain/policies/policy-text.ts";
import type { Block, Inline } from "#domain/policies/policy-text.ts";

/** Blocks as the Markdown of policies, written as the editor writes it: the same blocks are read from it again. */
export function policyMarkdown(blocks: readonly Block[]): string {
  return `${writeBlocks(blocks)}\n`;
}

function writeBlocks(blocks: readonly Block[]): string {
  let isOther = false;
  return blocks
    .map((block, at) => {
      const before = blocks[at - 1];
      // Two lists of a kind that follow each other would be one: the second has other marks.
      const isSame = block.kind === "list" && before?.kind === "list" && isOrdered(block) === isOrdered(before);
      isOther = isSame && !isOther;
      return writeBlock(block, isOther);
    })
    .join("\n\n");
}

type List = Extract<Block, { kind: "list" }>;
const isOrdered = ({ start }: List) => start !== null;

function writeBlock(block: Block, isOther: boolean): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${oneLine(writeInline(block.inline)).replace(/(?<=\s)#+$/, String.raw`\$&`)}`.trimEnd();
    case "paragraph":
      return writeInline(block.inline);
    case "list":
      return writeList(block, isOther);
    case "quote":
      return prefixed(writeBlocks(block.blocks), "> ", "> ");
    case "rule":
      return "---";
    case "table":
      return block.key === null ? writeTable(block) : `::: table ${block.key}\n${writeTable(block)}\n:::`;
    case "statement":
      return `::: statement${block.check === null ? "" : ` ${block.check}`}\n${writeInline(block.inline)}\n:::`;
    case "fact":
      return `::: fact ${block.key}\n${writeInline(block.inline)}\n:::`;
  }
}

function writeList({ start, items }: List, isOther: boolean): string {
  const isLoose = items.some((item) => item.filter(({ kind }) => kind !== "list").length > 1);
  return items
    .map((item, at) => {
      const mark = start === null ? (isOther ? "* " : "- ") : `${start + at}${isOther ? ")" : "."} `;
      const [first, ...rest] = item;
      // Tight items have their lists right below them; one that begins later than at 1 would go on with the line.
      const isBelow = rest.every((block) => block.kind === "list" && (block.start ?? 1) === 1);
      const isTight = !isLoose && first?.kind === "paragraph" && isBelow;
      const text = isTight ? [first, ...rest].map((block) => writeBlock(block, false)).join("\n") : writeBlocks(item);
      return prefixed(text, mark, " ".repeat(mark.length));
    })
    .join(isLoose ? "\n\n" : "\n");
}

function prefixed(text: string, first: string, other: string): string {
  return text
    .split("\n")
    .map((line, at) => `${at === 0 ? first : other}${line}`.trimEnd())
    .join("\n");
}

function writeTable({ head, rows }: Extract<Block, { kind: "table" }>): string {
  const cells = (row: typeof head) => `| ${row.map((cell) => oneLine(writeInline(cell))).join(" | ")} |`;
  return [cells(head), `|${" --- |".repeat(head.length)}`, ...rows.map(cells)].join("\n");
}

const oneLine = (text: string) => text.replaceAll("\\\n", " ");

/** A line's pieces. What Markdown would read otherwise loses its emphasis, and never a letter. */
export function writeInline(inline: readonly Inline[]): string {
  const written = startEscaped(pieces(inline));
  if (JSON.stringify(readBack(written)) === JSON.stringify(runsOf(inline))) return written;
  return startEscaped(
    pieces(runsOf(inline).map(({ text }) => (text === "\n" ? { kind: "break" } : { kind: "text", text }))),
  );
}

function pieces(inline: readonly Inline[]): string {
  return inline
    .map((piece) => {
      switch (piece.kind) {
        case "text":
          return escaped(piece.text);
        case "code":
          return writeCode(piece.text);
        case "break":
          return "\\\n";
        case "strong":
          return `**${pieces(piece.inline)}**`;
        case "emphasis":
          return `*${pieces(piece.inline)}*`;
        case "link":
          return `[${pieces(piece.inline)}](${/[()]/.test(piece.href) ? `<${piece.href}>` : piece.href})`;
      }
    })
    .join("");
}

function writeCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${fence}${pad}${text.replaceAll("|", String.raw`\|`)}${pad}${fence}`;
}

const escaped = (text: string) => text.replaceAll(/[`*\\[\]<&|_]/g, String.raw`\$&`);

/** What would begin another block at the start of a line is text. */
function startEscaped(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      line
        .replace(/^[-+>=~#]/, String.raw`\$&`)
        // No escape makes text of it: it would be read as the mark of a block that is not closed.
        .replace(/^:::/, ": : :")
        .replace(/^(\d{1,9})([.)])(?=\s|$)/, String.raw`$1\$2`),
    )
    .join("\n");
}

interface TextRun {
  readonly text: string;
  readonly marks: string;
}

/** Letters with what they are marked as; neighbours of a kind are one. */
export function runsOf(inline: readonly Inline[], marks: readonly string[] = []): TextRun[] {
  const runs: TextRun[] = [];
  const add = (run: TextRun) => {
    const last = runs.at(-1);
    if (last?.marks === run.marks && last.text !== "\n" && run.text !== "\n")
      runs[runs.length - 1] = { text: last.text + run.text, marks: run.marks };
    else if (run.text !== "") runs.push(run);
  };
  for (const piece of inline) {
    if (piece.kind === "break") add({ text: "\n", marks: "" });
    else if ("text" in piece)
      add({ text: piece.text, marks: (piece.kind === "code" ? [...marks, "code"] : marks).toSorted().join(" ") });
    else {
      const mark = piece.kind === "link" ? `link ${piece.href}` : piece.kind;
      for (const run of runsOf(piece.inline, marks.includes(mark) ? marks : [...marks, mark])) add(run);
    }
  }
  return runs;
}

function readBack(written: string): TextRun[] | undefined {
  const read = readPolicyText(written === "" ? "." : written);
  if (!read.ok || read.blocks.length !== 1) return undefined;
  const [block] = read.blocks;
  return block?.kind === "paragraph" ? runsOf(written === "" ? [] : block.inline) : undefined;
}
