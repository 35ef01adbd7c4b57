import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { wrapInList } from "prosemirror-schema-list";
import { TextSelection } from "prosemirror-state";
import type { Command, EditorState } from "prosemirror-state";
import { policySchema } from "./markdown.ts";

const { nodes, marks } = policySchema;

/** The statement that the cursor is in, with its place. */
export function statementAt({ selection }: EditorState): { readonly check: string; readonly at: number } | undefined {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    if (node.type === nodes["statement"]) return { check: String(node.attrs["check"]), at: $from.before(depth) };
  }
  return undefined;
}

/** Whether the cursor is in a quote or a list, where no statement can stand. */
export const isNested = ({ selection: { $from } }: EditorState): boolean =>
  [nodes["blockquote"], nodes["list_item"]].some((type) =>
    Array.from({ length: $from.depth }, (_, at) => $from.node(at + 1).type).includes(type!),
  );

/** Binds the statement of the cursor to a check; to none with an empty id. */
export const bindTo =
  (check: string): Command =>
  (state, dispatch) => {
    const found = statementAt(state);
    if (!found) return false;
    dispatch?.(state.tr.setNodeMarkup(found.at, null, { check }));
    return true;
  };

const toggleStatement: Command = (state, dispatch) =>
  statementAt(state) ? lift(state, dispatch) : wrapIn(nodes["statement"]!)(state, dispatch);

const heading: Command = (state, dispatch) =>
  state.selection.$from.parent.type === nodes["heading"]
    ? setBlockType(nodes["paragraph"]!)(state, dispatch)
    : setBlockType(nodes["heading"]!, { level: 2 })(state, dispatch);

const table: Command = (state, dispatch) => {
  const row = (type: "table_header" | "table_cell") =>
    nodes["table_row"]!.create(
      null,
      ["", ""].map(() => nodes[type]!.create()),
    );
  const made = nodes["table"]!.create(null, [row("table_header"), row("table_cell")]);
  dispatch?.(state.tr.replaceSelectionWith(made).scrollIntoView());
  return true;
};

/** Puts in a block that Exhibit fills when the text is saved. */
export const insertFilled =
  (kind: "fact" | "table", key: string): Command =>
  (state, dispatch) => {
    const text = policySchema.text("Filled when it is saved");
    const made =
      kind === "fact"
        ? nodes["fact"]!.create({ key }, nodes["paragraph"]!.create(null, text))
        : nodes["filled_table"]!.create(
            { key },
            nodes["table"]!.create(null, nodes["table_row"]!.create(null, nodes["table_header"]!.create(null, text))),
          );
    dispatch?.(state.tr.replaceSelectionWith(made).scrollIntoView());
    return true;
  };

/** A promise of the library, and the heading under which it belongs. */
interface Promised {
  readonly text: string;
  readonly check: { readonly id: string } | null;
  readonly heading: string;
}

/** Puts a promise in as a statement, at the end of the part under its heading, or of the text where there is no such part. */
export const putPromise =
  ({ text, check, heading: wanted }: Promised): Command =>
  ({ doc, tr }, dispatch) => {
    let isWithin = false;
    let at = doc.content.size;
    doc.forEach((node, offset) => {
      if (node.type !== nodes["heading"]) return;
      if (isWithin) at = Math.min(at, offset);
      isWithin ||= node.textContent.trim() === wanted;
    });
    const made = nodes["statement"]!.create(
      { check: check?.id ?? "" },
      nodes["paragraph"]!.create(null, policySchema.text(text)),
    );
    tr.insert(at, made);
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView());
    return true;
  };

/** What the toolbar does, in its order. */
export const commands = {
  undo,
  redo,
  bold: toggleMark(marks["strong"]!),
  italic: toggleMark(marks["em"]!),
  heading,
  list: wrapInList(nodes["bullet_list"]!),
  steps: wrapInList(nodes["ordered_list"]!),
  table,
  statement: toggleStatement,
} satisfies Record<string, Command>;
