import { policyFacts, policyTables } from "#catalog/policies/kinds.ts";
import { allChecks } from "#catalog/index.ts";
import type { Block, Inline } from "#domain/policies/policy-text.ts";
import type { Lost } from "./losses.ts";
import { readInline } from "./word-inline.ts";
import { ListReader } from "./word-lists.ts";
import { policyQuote, policyRule, policyTitleBlock, readBlockStyle } from "./word-styles.ts";
import type { CountedLevel } from "./word-numbering.ts";
import type { WordNode, WordTree } from "./word-tree.ts";

type Paragraph = Extract<WordNode, { type: "paragraph" }>;
type Table = Extract<WordNode, { type: "table" }>;

const checks: ReadonlySet<string> = new Set(allChecks.map(({ id }) => id));
const facts: ReadonlySet<string> = new Set(policyFacts);
const tables: ReadonlySet<string> = new Set(policyTables);
const DEEPEST_HEADING = 3;

/** A document's body as the blocks of a policy; what is not carried over is counted. */
export function readBlocks({ body, levels }: WordTree, lost: Lost): Block[] {
  const found: Block[] = [];
  const lists = new ListReader(found, lost, levels);
  let quote: Block[] | undefined;
  for (const node of body) {
    if (node.type === "paragraph") {
      const style = node.styleName ?? "";
      if (isFurniture(node, lost)) continue;
      if (lists.take(node)) {
        quote = undefined;
        continue;
      }
      const block = readParagraph(node, lost, levels);
      if (!block) continue;
      lists.end();
      if (style === policyQuote || style === "Quotations") {
        if (!quote) found.push({ kind: "quote", blocks: (quote = []) });
        quote.push(block);
        continue;
      }
      quote = undefined;
      found.push(block);
    } else if (node.type === "table") {
      lists.end();
      quote = undefined;
      found.push(...readTable(node, lost));
    }
  }
  return found;
}

function isFurniture({ styleName }: Paragraph, lost: Lost): boolean {
  if (styleName !== null && /^(?:toc \d|toc heading|contents \d|contents heading)$/i.test(styleName)) {
    lost.add("contents");
    return true;
  }
  if (styleName !== policyTitleBlock) return false;
  lost.add("title block");
  return true;
}

function readParagraph(
  { children, styleName, numbering }: Paragraph,
  lost: Lost,
  levels: ReadonlyMap<string, CountedLevel>,
): Block | undefined {
  const style = styleName ?? "";
  if (style === policyRule) return { kind: "rule" };
  const level = /^title$/i.test(style) ? 1 : Number(/^heading ([1-9])$/i.exec(style)?.[1] ?? 0);
  const inline = readInline(children, lost, level > 0);
  if (inline.length === 0) return undefined;
  if (level > 0) {
    const format = numbering && (levels.get(numbering.paragraphStyleId ?? "")?.format ?? "decimal");
    if (format && format !== "none") lost.add("heading numbers");
    if (level > DEEPEST_HEADING) lost.add("headings");
    return { kind: "heading", level: Math.min(level, DEEPEST_HEADING) as 1 | 2 | 3, inline: inline.map(unbroken) };
  }
  const own = readBlockStyle(style);
  if (own?.kind === "Statement") return { kind: "statement", check: checks.has(own.key) ? own.key : null, inline };
  if (own?.kind === "Fact" && facts.has(own.key)) return { kind: "fact", key: own.key, inline };
  return { kind: "paragraph", inline };
}

const unbroken = (piece: Inline): Inline => (piece.kind === "break" ? { kind: "text", text: " " } : piece);

function readTable({ children }: Table, lost: Lost): Block[] {
  const rows = children.flatMap((row) => (row.type === "tableRow" ? [row] : []));
  const cells = rows.map((row) => row.children.flatMap((cell) => (cell.type === "tableCell" ? [cell.children] : [])));
  const styles = cells
    .flat(2)
    .flatMap((node) => (node.type === "paragraph" && node.styleName !== null ? [node.styleName] : []));
  if (styles.length > 0 && styles.every((style) => style === policyTitleBlock)) {
    lost.add("title block");
    return [];
  }
  const read = cells.map((row, at) => row.map((cell) => readCell(cell, lost, at === 0)));
  const width = Math.max(0, ...read.map((row) => row.length));
  if (width === 0 || read.flat().every((cell) => cell.length === 0)) return [];
  const full = read.map((row) => [...row, ...Array.from({ length: width - row.length }, (): Inline[] => [])]);
  const key = styles.map(readBlockStyle).find((style) => style?.kind === "Table Head")?.key;
  return [
    { kind: "table", key: key !== undefined && tables.has(key) ? key : null, head: full[0]!, rows: full.slice(1) },
  ];
}

/** A cell is one line: its paragraphs follow each other. */
function readCell(nodes: readonly WordNode[], lost: Lost, isHead: boolean): Inline[] {
  const lines = nodes.flatMap((node): Inline[][] => {
    if (node.type === "paragraph") return [readInline(node.children, lost, isHead)];
    if (node.type !== "table") return [];
    lost.add("nested tables");
    return node.children.flatMap((row) =>
      row.type === "tableRow"
        ? row.children.flatMap((cell) => (cell.type === "tableCell" ? [readCell(cell.children, lost, false)] : []))
        : [],
    );
  });
  return lines
    .filter((line) => line.length > 0)
    .flatMap((line, at): Inline[] => (at === 0 ? line : [{ kind: "text", text: " " }, ...line]))
    .map(unbroken);
}
