import type { Node } from "prosemirror-model";
import { policySchema } from "./markdown.ts";

/** A statement of a document: the check that it is bound to, none with an empty id, its sentence and its place. */
export interface PlacedStatement {
  readonly check: string;
  readonly sentence: string;
  readonly at: number;
}

/** The statements of a document in their order, wherever they stand. */
export function statementsIn(document: Node): readonly PlacedStatement[] {
  const found: PlacedStatement[] = [];
  document.descendants((node, at) => {
    if (node.type !== policySchema.nodes["statement"]) return;
    found.push({ check: String(node.attrs["check"]), sentence: node.textContent.trim(), at });
  });
  return found;
}

/** A statement as far as a verdict is about it: another sentence is another promise, whatever it is bound to. */
export const promiseOf = ({ check, sentence }: Pick<PlacedStatement, "check" | "sentence">): string =>
  `${check}\n${sentence}`;
