import type { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useRef } from "react";
import { createPortal } from "react-dom";
import { Mark } from "#web/design/mark.tsx";
import { StatementNote } from "../statement-note.tsx";
import { noteOf } from "./statement-view.ts";
import { statementsIn } from "./statements-in.ts";
import type { Judged } from "./use-judged-statements.ts";

/** One key for each place, so that a note stays with its statement when others are put before it or deleted. */
function useKeys(): (place: Element) => string {
  const keys = useRef(new WeakMap<Element, string>());
  const count = useRef(0);
  return (place) => {
    const key = keys.current.get(place) ?? String(++count.current);
    keys.current.set(place, key);
    return key;
  };
}

interface NotesBesideProps {
  view: EditorView;
  /** What the view shows now. */
  state: EditorState;
  judged: Judged;
}

/** What checks say of each statement in the editor, drawn beside it wherever it stands. */
export function NotesBeside({ view, state, judged: { statements, isAbout } }: NotesBesideProps) {
  const keyOf = useKeys();
  return statementsIn(state.doc).map((statement) => {
    const place = noteOf(view.nodeDOM(statement.at));
    if (!place) return null;
    const isOpen = statement.check !== "" && statements !== undefined && !isAbout(statement);
    const note = isOpen ? (
      <>
        <Mark finding="needs evidence">Not decided</Mark>
        <p className="fine">It is decided once this is saved.</p>
      </>
    ) : (
      <StatementNote check={statement.check || null} statements={statements} />
    );
    return createPortal(note, place, keyOf(place));
  });
}
