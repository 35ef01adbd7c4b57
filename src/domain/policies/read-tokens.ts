import type { Token } from "markdown-it";
import type { Block, Inline, KnownKeys, PolicyTable, ReadPolicy } from "./policy-text.ts";

/** A problem of a line, thrown while tokens are read, and caught by `readTokens` alone. */
class Refused extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const LINK = /^(?:https?:\/\/[^\s"<>]+|mailto:[^\s"<>@]+@[^\s"<>@]+)$/;
const MOST_DEPTH = 4;

/** Tokens as blocks: those of the closed list, and a problem for any other. */
export function readTokens(tokens: readonly Token[], known?: KnownKeys): ReadPolicy {
  try {
    const reader = new Reader(tokens, known);
    return { ok: true, blocks: reader.blocksUntil(undefined, 0) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { ok: false, problem: { line: error.line, message: error.message } };
  }
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #known: KnownKeys | undefined;
  #at = 0;
  #line = 1;

  constructor(tokens: readonly Token[], known: KnownKeys | undefined) {
    this.#tokens = tokens;
    this.#known = known;
  }

  #next(): Token | undefined {
    const token = this.#tokens[this.#at++];
    if (token?.map) this.#line = token.map[0] + 1;
    return token;
  }

  #refuse(message: string): never {
    throw new Refused(this.#line, message);
  }

  blocksUntil(close: string | undefined, depth: number): Block[] {
    const blocks: Block[] = [];
    for (;;) {
      const token = this.#next();
      if (token?.type === close) return blocks;
      if (!token) return this.#refuse("A block is not closed.");
      if (depth > MOST_DEPTH) this.#refuse("Lists and quotes may stand in one another four deep at most.");
      blocks.push(this.#block(token, depth));
    }
  }

  #block(token: Token, depth: number): Block {
    switch (token.type) {
      case "heading_open": {
        const level = Number(token.tag.slice(1));
        if (level !== 1 && level !== 2 && level !== 3) this.#refuse("Headings have three levels.");
        return { kind: "heading", level, inline: this.#inlineUntil("heading_close") };
      }
      case "paragraph_open":
        return { kind: "paragraph", inline: this.#inlineUntil("paragraph_close") };
      case "bullet_list_open":
        return { kind: "list", start: null, items: this.#items("bullet_list_close", depth) };
      case "ordered_list_open": {
        const start = Number(token.attrGet("start") ?? 1);
        return { kind: "list", start, items: this.#items("ordered_list_close", depth) };
      }
      case "blockquote_open":
        return { kind: "quote", blocks: this.blocksUntil("blockquote_close", depth + 1) };
      case "hr":
        return { kind: "rule" };
      case "table_open":
        return { kind: "table", key: null, ...this.#table() };
      case "policy_statement_open": {
        const check = token.info === "" ? null : token.info;
        if (check !== null && this.#known && !this.#known.checks.has(check))
          this.#refuse(`There is no check ${check}.`);
        return { kind: "statement", check, inline: this.#sentence("policy_statement_close", "A statement") };
      }
      case "policy_fact_open": {
        if (this.#known && !this.#known.facts.has(token.info))
          this.#refuse(`There is no fact ${token.info || "without a name"}.`);
        return { kind: "fact", key: token.info, inline: this.#sentence("policy_fact_close", "A fact") };
      }
      case "policy_table_open": {
        if (this.#known && !this.#known.tables.has(token.info))
          this.#refuse(`There is no table ${token.info || "without a name"}.`);
        const [table, ...more] = this.blocksUntil("policy_table_close", depth);
        if (table?.kind !== "table" || more.length > 0) this.#refuse("A table block holds one table.");
        return { ...table, key: token.info };
      }
      case "html_block":
        return this.#refuse("HTML is not allowed. Write it as text.");
      default:
        return this.#refuse("This kind of block is not allowed in a policy.");
    }
  }

  #sentence(close: string, what: string): readonly Inline[] {
    const [paragraph, ...more] = this.blocksUntil(close, 0);
    if (paragraph?.kind !== "paragraph" || more.length > 0) this.#refuse(`${what} holds one paragraph.`);
    return paragraph.inline;
  }

  #items(close: string, depth: number): Block[][] {
    const items: Block[][] = [];
    for (;;) {
      const token = this.#next();
      if (token?.type === close) return items;
      if (token?.type !== "list_item_open") return this.#refuse("This list cannot be read.");
      items.push(this.blocksUntil("list_item_close", depth + 1));
    }
  }

  #table(): PolicyTable {
    const rows: Inline[][][] = [];
    for (;;) {
      const token = this.#next();
      if (!token) return this.#refuse("This table cannot be read.");
      if (token.type === "table_close") return { head: rows[0] ?? [], rows: rows.slice(1) };
      if (token.type === "tr_open") rows.push([]);
      if (token.type === "th_open" || token.type === "td_open")
        rows.at(-1)!.push([...this.#inlineUntil(token.type.replace("open", "close"))]);
    }
  }

  #inlineUntil(close: string): readonly Inline[] {
    const found: Inline[] = [];
    for (;;) {
      const token = this.#next();
      if (token?.type === close) return found;
      if (token?.type !== "inline") return this.#refuse("This line cannot be read.");
      found.push(...this.#inline(token.children ?? []));
    }
  }

  #inline(tokens: readonly Token[]): Inline[] {
    const stack: { readonly inline: Inline[]; readonly wrap: (inline: readonly Inline[]) => Inline }[] = [];
    const root: Inline[] = [];
    const add = (inline: Inline) => (stack.at(-1)?.inline ?? root).push(inline);
    for (const token of tokens) {
      if (token.type === "text" || token.type === "text_special") {
        if (token.content !== "") add({ kind: "text", text: token.content });
      } else if (token.type === "code_inline") add({ kind: "code", text: token.content });
      else if (token.type === "softbreak") add({ kind: "text", text: " " });
      else if (token.type === "hardbreak") add({ kind: "break" });
      else if (token.type === "strong_open") stack.push({ inline: [], wrap: (inline) => ({ kind: "strong", inline }) });
      else if (token.type === "em_open") stack.push({ inline: [], wrap: (inline) => ({ kind: "emphasis", inline }) });
      else if (token.type === "link_open") {
        const href = token.attrGet("href") ?? "";
        if (!LINK.test(href) || token.attrGet("title") !== null)
          this.#refuse("A link leads to a web or an email address, and has no title.");
        stack.push({ inline: [], wrap: (inline) => ({ kind: "link", href, inline }) });
      } else if (token.nesting === -1 && stack.length > 0) {
        const { inline, wrap } = stack.pop()!;
        add(wrap(inline));
      } else if (token.type === "html_inline") this.#refuse("HTML is not allowed. Write it as text.");
      else if (token.type === "image") this.#refuse("Pictures are not allowed in a policy.");
      else this.#refuse("This kind of text is not allowed in a policy.");
    }
    if (root.some((inline) => inline.kind === "text" && inline.text.startsWith(":::")))
      this.#refuse("A block that begins with ::: is statement, fact or table with a name, and ends with a line :::");
    return root;
  }
}
