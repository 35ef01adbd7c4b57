import type { KeyboardEvent } from "react";
import type { ExpectedDocument } from "../../documents/documents.ts";
import { batchOf, changeRows, setBatch } from "./batch.ts";
import { skipRows } from "./file-batch.ts";
import { choose } from "./filing-row.ts";
import type { FilingChoices, FilingRow } from "./filing-row.ts";

/** The columns that a person changes, in their order, each with the letter that opens it. */
export const cells = { name: "n", document: "d", type: "t", controls: "c", date: "a" } as const;
export type Cell = keyof typeof cells;
const order = Object.keys(cells) as Cell[];

/** What of a row is given on when it is filled down; a name is each file's own. */
export function copied(row: FilingRow, cell: Cell): Partial<FilingChoices> {
  if (cell === "document") {
    const { document, isSupporting, controls, type } = row;
    return { document, isSupporting, controls, type };
  }
  return cell === "name" ? {} : { [cell]: row[cell] };
}

/** Keys of the table: arrows, j and k move, letters open a cell, x selects, f fills down. Fields and lists in it keep their own keys. */
export function useTableKeys(companyId: string, keys: readonly string[], documents: readonly ExpectedDocument[]) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const at = event.target as HTMLElement;
    const line = at.closest<HTMLElement>("tr[data-row]");
    if (!line || event.defaultPrevented || at.closest("[data-editor], input, select, textarea")) return;
    const key = line.dataset["row"]!;
    const cell = (at.closest<HTMLElement>("[data-cell]")?.dataset["cell"] ?? "document") as Cell;
    const isCommand = event.ctrlKey || event.metaKey;
    const table = event.currentTarget;
    if (isCommand && event.key === "a") {
      event.preventDefault();
      setBatch(companyId, { selected: new Set(keys) });
    }
    if (isCommand && event.key.toLowerCase() === "d") {
      event.preventDefault();
      fillDown(companyId, keys, key, cell, documents);
    }
    if (isCommand || event.altKey) return;
    if (act(event.key)) event.preventDefault();

    function act(pressed: string): boolean {
      const step = { ArrowDown: 1, j: 1, J: 1, ArrowUp: -1, k: -1, K: -1 }[pressed];
      if (step !== undefined) return move(step);
      const side = { ArrowRight: 1, ArrowLeft: -1 }[pressed];
      if (side !== undefined) return focus(line!, order[order.indexOf(cell) + side]);
      const opened = order.find((name) => cells[name] === pressed.toLowerCase());
      if (opened) return open(opened);
      if (pressed === "x" || pressed === "X") return select(key);
      if (pressed === "f" || pressed === "F") return fillDown(companyId, keys, key, cell, documents);
      if (pressed === "Delete") return skip();
      return false;
    }
    function move(step: number): boolean {
      const lines = [...table.querySelectorAll<HTMLElement>("tr[data-row]")];
      const next = lines[lines.indexOf(line!) + step];
      if (!next) return true;
      if (event.shiftKey) {
        const { selected } = batchOf(companyId);
        setBatch(companyId, { selected: new Set([...selected, key, next.dataset["row"]!]) });
      }
      return focus(next, cell);
    }
    function select(which: string): boolean {
      const selected = new Set(batchOf(companyId).selected);
      if (!selected.delete(which)) selected.add(which);
      setBatch(companyId, { selected });
      return true;
    }
    function open(which: Cell): boolean {
      focus(line!, which);
      line!.querySelector<HTMLElement>(`[data-cell="${which}"]`)?.click();
      return true;
    }
    function skip(): boolean {
      move(move(1) && line!.nextElementSibling ? 0 : -1);
      skipRows(companyId, new Set([key]));
      return true;
    }
  };
}

function focus(line: HTMLElement, cell: Cell | undefined): boolean {
  if (cell === undefined) return true;
  line.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
  return true;
}

/** Gives what a cell holds to the selected rows, or to all rows below where none is selected. */
export function fillDown(
  companyId: string,
  keys: readonly string[],
  from: string,
  cell: Cell,
  documents: readonly ExpectedDocument[],
): boolean {
  const { rows, selected } = batchOf(companyId);
  const row = rows.find(({ key }) => key === from);
  if (!row) return true;
  const others = selected.size > 0 ? [...selected] : keys.slice(keys.indexOf(from) + 1);
  const given = copied(row, cell);
  if (Object.keys(given).length === 0) return true;
  changeRows(companyId, new Set(others.filter((key) => key !== from)), (other) => ({
    ...choose(other, given, documents),
    why: "",
  }));
  return true;
}
