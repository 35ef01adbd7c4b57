import type { Block } from "#domain/policies/policy-text.ts";
import type { Lost } from "./losses.ts";
import { readInline } from "./word-inline.ts";
import { policyListMore } from "./word-styles.ts";
import type { CountedLevel } from "./word-numbering.ts";
import type { WordNode, WordNumbering } from "./word-tree.ts";

type Paragraph = Extract<WordNode, { type: "paragraph" }>;

/** A policy has lists four deep at most. */
const DEEPEST = 3;

interface OpenList {
  readonly level: number;
  readonly numbering: WordNumbering;
  readonly items: Block[][];
}

/** Makes lists of paragraphs that have a number or a bullet. */
export class ListReader {
  readonly #found: Block[];
  readonly #lost: Lost;
  /** From the outer list to the innermost. */
  #open: OpenList[] = [];
  /** How far each list had counted when something else came between. */
  readonly #counted = new Map<WordNumbering, number>();

  readonly #levels: ReadonlyMap<string, CountedLevel>;
  readonly #unlike = new Set<WordNumbering>();

  constructor(found: Block[], lost: Lost, levels: ReadonlyMap<string, CountedLevel>) {
    this.#found = found;
    this.#lost = lost;
    this.#levels = levels;
  }

  /** Whether the paragraph is of a list, and was taken. */
  take(paragraph: Paragraph): boolean {
    const { numbering, styleName } = paragraph;
    const style = styleName ?? "";
    if (style === policyListMore && this.#open.length > 0) {
      const inline = readInline(paragraph.children, this.#lost);
      if (inline.length > 0) this.#open.at(-1)!.items.at(-1)!.push({ kind: "paragraph", inline });
      return true;
    }
    if (!numbering || /^(?:title|heading \d)$/i.test(style)) return false;
    const inline = readInline(paragraph.children, this.#lost);
    if (inline.length === 0) return true;
    const level = Number(numbering.level) || 0;
    if (level > DEEPEST) this.#lost.add("depth");
    this.#at(Math.min(level, DEEPEST), numbering).items.push([{ kind: "paragraph", inline }]);
    return true;
  }

  /** Something else comes: a list that goes on after it is another one. */
  end(): void {
    this.#open = [];
  }

  #at(level: number, numbering: WordNumbering): OpenList {
    while ((this.#open.at(-1)?.level ?? -1) > level) this.#open.pop();
    const last = this.#open.at(-1);
    if (last?.level === level && last.numbering === numbering) return this.#count(last);
    if (last?.level === level) this.#open.pop();
    const items: Block[][] = [];
    const list: Block = { kind: "list", start: this.#startOf(level, numbering), items };
    const parent = this.#open.at(-1)?.items.at(-1);
    (parent ?? this.#found).push(list);
    const open = { level, numbering, items };
    this.#open.push(open);
    return this.#count(open);
  }

  /** Null for a list without numbers. A list that something stood within counts on, and a list in another one begins anew. */
  #startOf(level: number, numbering: WordNumbering): number | null {
    const counted = this.#levels.get(numbering.paragraphStyleId ?? "");
    if (!numbering.isOrdered || counted?.format === "none") return null;
    const isPlain = !counted || (counted.format === "decimal" && /^%\d[.)]?$/.test(counted.shown || "%1"));
    if (!isPlain && !this.#unlike.has(numbering)) this.#lost.add("numbering");
    this.#unlike.add(numbering);
    return (counted?.start ?? 1) + (level === 0 ? (this.#counted.get(numbering) ?? 0) : 0);
  }

  #count(list: OpenList): OpenList {
    this.#counted.set(list.numbering, (this.#counted.get(list.numbering) ?? 0) + 1);
    return list;
  }
}
