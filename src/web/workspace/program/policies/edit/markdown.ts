import {
  defaultMarkdownSerializer,
  MarkdownParser,
  MarkdownSerializer,
  schema as markdownSchema,
} from "prosemirror-markdown";
import type { MarkdownSerializerState } from "prosemirror-markdown";
import { Schema } from "prosemirror-model";
import type { Node } from "prosemirror-model";
import { tableNodes } from "prosemirror-tables";
import { policyMarkdown } from "#domain/policies/policy-text.ts";

const given = (name: string) => markdownSchema.spec.nodes.get(name)!;

/** What a policy can hold, as the editor has it: the same blocks as the Markdown that is kept. */
export const policySchema = new Schema({
  nodes: {
    // Statements and what Exhibit fills stand in no quote and no list: there, Markdown has none.
    doc: { content: "(block | placed)+" },
    paragraph: given("paragraph"),
    blockquote: given("blockquote"),
    horizontal_rule: given("horizontal_rule"),
    heading: {
      ...given("heading"),
      content: "inline*",
      parseDOM: [1, 2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    },
    ordered_list: given("ordered_list"),
    bullet_list: given("bullet_list"),
    list_item: given("list_item"),
    statement: {
      content: "paragraph",
      group: "placed",
      defining: true,
      attrs: { check: { default: "" } },
      parseDOM: [{ tag: "section[data-statement]", getAttrs: (dom) => ({ check: dom.dataset["statement"] ?? "" }) }],
      toDOM: (node) => ["section", { "data-statement": String(node.attrs["check"]) }, 0],
    },
    // Filled by Exhibit: they can be moved and removed, and nobody types into them.
    fact: {
      content: "paragraph",
      group: "placed",
      selectable: true,
      isolating: true,
      attrs: { key: { default: "" } },
      toDOM: (node) => ["section", { "data-fact": String(node.attrs["key"]), contenteditable: "false" }, 0],
    },
    filled_table: {
      content: "table",
      group: "placed",
      selectable: true,
      isolating: true,
      attrs: { key: { default: "" } },
      toDOM: (node) => ["section", { "data-fact": String(node.attrs["key"]), contenteditable: "false" }, 0],
    },
    ...tableNodes({ tableGroup: "block", cellContent: "inline*", cellAttributes: {} }),
    text: given("text"),
    hard_break: given("hard_break"),
  },
  marks: markdownSchema.spec.marks,
});

const ignored = { ignore: true, noCloseToken: false };
const keyed = (block: string, attribute: string) => ({
  block,
  getAttrs: (token: { readonly info: string }) => ({ [attribute]: token.info }),
});

const parser = new MarkdownParser(policySchema, policyMarkdown(), {
  blockquote: { block: "blockquote" },
  paragraph: { block: "paragraph" },
  list_item: { block: "list_item" },
  bullet_list: { block: "bullet_list", getAttrs: (_, tokens, at) => ({ tight: isTight(tokens, at) }) },
  ordered_list: {
    block: "ordered_list",
    getAttrs: (token, tokens, at) => ({ order: Number(token.attrGet("start") ?? 1), tight: isTight(tokens, at) }),
  },
  heading: { block: "heading", getAttrs: (token) => ({ level: Number(token.tag.slice(1)) }) },
  hr: { node: "horizontal_rule" },
  hardbreak: { node: "hard_break" },
  table: { block: "table" },
  thead: ignored,
  tbody: ignored,
  tr: { block: "table_row" },
  th: { block: "table_header" },
  td: { block: "table_cell" },
  policy_statement: keyed("statement", "check"),
  policy_fact: keyed("fact", "key"),
  policy_table: keyed("filled_table", "key"),
  em: { mark: "em" },
  strong: { mark: "strong" },
  link: { mark: "link", getAttrs: (token) => ({ href: token.attrGet("href"), title: null }) },
  code_inline: { mark: "code", noCloseToken: true },
});

/** Whether the items of a list that begins at a token stand without blank lines between them. */
function isTight(tokens: readonly { readonly type: string; readonly hidden: boolean }[], at: number): boolean {
  for (let next = at + 1; next < tokens.length; next++)
    if (tokens[next]!.type !== "list_item_open") return tokens[next]!.hidden;
  return false;
}

/** What the serializer has beside what its types say. */
type Writer = MarkdownSerializerState & { out: string; flushClose(lines: number): void };

function writeBlock(given: MarkdownSerializerState, node: Node, opening: string): void {
  const state = given as Writer;
  state.write(`${opening}\n`);
  state.renderContent(node);
  // A block's own end: nothing stands between its last line and this one.
  state.flushClose(1);
  state.write(":::");
  state.closeBlock(node);
}

function writeTable(given: MarkdownSerializerState, node: Node): void {
  const state = given as Writer;
  node.forEach((row, _, at) => {
    state.write("|");
    row.forEach((cell) => {
      state.out += " ";
      state.renderInline(cell, false);
      state.out += " |";
    });
    state.ensureNewLine();
    if (at === 0) {
      state.write(`|${" --- |".repeat(row.childCount)}`);
      state.ensureNewLine();
    }
  });
  state.out = state.out.replace(/\n$/, "");
  state.closeBlock(node);
}

const { nodes, marks } = defaultMarkdownSerializer;
const serializer = new MarkdownSerializer(
  {
    doc: nodes["doc"] ?? ((state, node) => state.renderContent(node)),
    paragraph: nodes["paragraph"]!,
    blockquote: nodes["blockquote"]!,
    horizontal_rule: nodes["horizontal_rule"]!,
    heading: nodes["heading"]!,
    ordered_list: nodes["ordered_list"]!,
    bullet_list: (state, node) => state.renderList(node, "  ", () => "- "),
    list_item: nodes["list_item"]!,
    statement: (state, node) => {
      const { check } = node.attrs as { check: string };
      writeBlock(state, node, check === "" ? "::: statement" : `::: statement ${check}`);
    },
    fact: (state, node) => writeBlock(state, node, `::: fact ${String(node.attrs["key"])}`),
    filled_table: (state, node) => writeBlock(state, node, `::: table ${String(node.attrs["key"])}`),
    table: writeTable,
    text: nodes["text"]!,
    hard_break: nodes["hard_break"]!,
  },
  marks,
  // What would be HTML, an entity or a cell's end is text.
  { escapeExtraCharacters: /[<&|]/g },
);

/** The Markdown of a policy as a document of the editor. Throws for what is none. */
export function documentFrom(markdown: string): Node {
  return parser.parse(markdown);
}

/** The Markdown that is kept of a document. */
export function markdownFrom(document: Node): string {
  return `${serializer.serialize(document).trimEnd()}\n`;
}
