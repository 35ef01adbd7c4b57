import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { wrapInList } from "prosemirror-schema-list";
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
