import { parseActLine } from "./act-line.ts";
import type { ActLine } from "./act-line.ts";
import { parseItemChange } from "./item-change.ts";
import type { ItemChange } from "./item-change.ts";

/** A change of an item as it is handed out. */
export interface ChangeLine extends ActLine {
  readonly change: ItemChange;
}

/** Undefined unless the line is that of an act, and the act changes an item. */
export function parseChangeLine(line: string): ChangeLine | undefined {
  const act = parseActLine(line);
  const change = act && parseItemChange(act.event, act.details);
  return change && { ...act, change };
}
