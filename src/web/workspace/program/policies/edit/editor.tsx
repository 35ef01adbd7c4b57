import { baseKeymap, chainCommands, exitCode } from "prosemirror-commands";
import { history } from "prosemirror-history";
import { inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import { EditorState } from "prosemirror-state";
import type { Command } from "prosemirror-state";
import { goToNextCell, tableEditing } from "prosemirror-tables";
import { EditorView } from "prosemirror-view";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { commands } from "./commands.ts";
import { documentFrom, markdownFrom, policySchema } from "./markdown.ts";
import { statementView } from "./statement-view.ts";
import { Toolbar } from "./toolbar.tsx";
import "prosemirror-view/style/prosemirror.css";

const { nodes } = policySchema;

const lineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes["hard_break"]!.create()).scrollIntoView());
  return true;
});

const plugins = [
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,3})\s$/, nodes["heading"]!, (match) => ({ level: match[1]!.length })),
      wrappingInputRule(/^\s*-\s$/, nodes["bullet_list"]!),
      wrappingInputRule(/^(\d+)\.\s$/, nodes["ordered_list"]!, (match) => ({ order: Number(match[1]) })),
    ],
  }),
  keymap({
    "Mod-z": commands.undo,
    "Mod-y": commands.redo,
    "Shift-Mod-z": commands.redo,
    "Mod-b": commands.bold,
    "Mod-i": commands.italic,
    "Shift-Mod-7": commands.steps,
    "Shift-Mod-8": commands.list,
    "Shift-Mod-s": commands.statement,
    Enter: splitListItem(nodes["list_item"]!),
    "Shift-Enter": lineBreak,
    // Out of a table's last cell and out of any other text, Tab leaves the editor, so that a keyboard is never caught.
    Tab: chainCommands(goToNextCell(1), sinkListItem(nodes["list_item"]!)),
    "Shift-Tab": chainCommands(goToNextCell(-1), liftListItem(nodes["list_item"]!)),
  }),
  keymap(baseKeymap),
  history(),
  tableEditing(),
];

interface EditorProps {
  /** The Markdown it begins with. Another one needs another key. */
  text: string;
  label: string;
  /** Hears of each change, with the whole text. */
  onChange: (markdown: string) => void;
  status: string;
  /** What stands between the toolbar and the text. */
  above: (run: (command: Command) => void) => ReactNode;
  /** What stands beside the text, in the places that its statements have for that. */
  beside: (view: EditorView, state: EditorState) => ReactNode;
}

/** The editor of a policy's text. */
export function Editor({ text, label, onChange, status, above, beside }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView>();
  const [state, setState] = useState<EditorState>();
  const hear = useRef(onChange);
  useEffect(() => void (hear.current = onChange), [onChange]);
  const [begins] = useState(text);
  useEffect(() => {
    const own = new EditorView(place.current, {
      state: EditorState.create({ doc: documentFrom(begins), plugins }),
      nodeViews: { statement: statementView },
      attributes: {
        "aria-label": label,
        role: "textbox",
        "aria-multiline": "true",
      },
      dispatchTransaction(transaction) {
        const next = own.state.apply(transaction);
        own.updateState(next);
        setState(next);
        if (transaction.docChanged) hear.current(markdownFrom(next.doc));
      },
    });
    setView(own);
    setState(own.state);
    return () => own.destroy();
  }, [begins, label]);
  const run = (command: Command) => {
    if (!view) return;
    command(view.state, view.dispatch);
    view.focus();
  };
  return (
    <div>
      {state && <Toolbar state={state} run={run} status={status} />}
      {state && above(run)}
      <div ref={place} className="policy-editor policy-body" />
      {view && state && beside(view, state)}
    </div>
  );
}
