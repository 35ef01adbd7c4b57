import type { Node } from "prosemirror-model";
import type { NodeView } from "prosemirror-view";

/** How the editor draws a statement: what people write, and beside it a place for what checks say, which belongs to no text. */
export function statementView(node: Node): NodeView {
  const dom = document.createElement("section");
  const contentDOM = document.createElement("div");
  const note = document.createElement("div");
  note.className = "policy-note";
  note.setAttribute("role", "note");
  note.setAttribute("aria-label", "What checks say");
  note.contentEditable = "false";
  dom.append(contentDOM, note);
  const name = ({ attrs }: Node) => (dom.dataset["statement"] = String(attrs["check"]));
  name(node);
  const isInNote = (target: EventTarget | null) => target instanceof globalThis.Node && note.contains(target);
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== node.type) return false;
      name(next);
      return true;
    },
    // A link in the note is followed, and nothing that is written there is read as text.
    stopEvent: (event) => isInNote(event.target),
    ignoreMutation: (mutation) => mutation.type !== "selection" && isInNote(mutation.target),
  };
}

/** The place for a note that a drawn statement has. */
export const noteOf = (statement: globalThis.Node | null): Element | undefined =>
  statement instanceof Element ? (statement.querySelector(":scope > .policy-note") ?? undefined) : undefined;
