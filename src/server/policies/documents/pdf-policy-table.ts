import type { PolicyTable } from "#domain/policies/policy-text.ts";
import { contentWidth } from "../../bundle/report/page-frame.ts";
import type { Sheet, Structure } from "../../bundle/report/pdf-sheet.ts";
import { TablePrinter } from "../../bundle/report/pdf-table.ts";
import type { Table } from "../../bundle/report/report-model.ts";
import { plainText } from "./printed-policy.ts";

type TableRow = Table["rows"][number];

/** No column is narrower than this part of the average one. */
const NARROWEST = 0.4;
/** Points that a letter of a table takes, more or less, and the lines that a page has room for, fewer rather than more. */
const LETTER = 5.5;
const LINES = 40;

/** Sets a table as the report's are set. A cell that is higher than a page goes on in the next row. */
export function setPolicyTable(sheet: Sheet, { head, rows: said }: PolicyTable, parent: Structure): void {
  const names = head.map(plainText);
  const texts = said.map((row) => names.map((_, at) => plainText(row[at] ?? [])));
  const shares = sharesOf([names, ...texts]);
  const room = shares.map((share) => Math.max(10, Math.floor(((share / 100) * contentWidth) / LETTER) * LINES));
  // A head that takes a quarter of a page would take it from each page: it is the first row instead.
  const isLong = names.some((name, at) => name.length > room[at]! / 4);
  const rows = isLong ? [names, ...texts] : texts;
  const table = {
    kind: "table" as const,
    label: names.join(", ").slice(0, 200),
    columns: names.map((name, at) => ({ head: isLong ? "" : name, share: shares[at]! })),
    rows: [],
  };
  const printer = new TablePrinter(sheet, { wrapsHeads: true });
  // Each row when its turn comes: what ten thousand rows hold would be moved about in memory until the last of them is set.
  for (const piece of printer.print(table, parent, rowsOf(rows, room))) piece();
  sheet.y += 4;
}

function* rowsOf(rows: readonly (readonly string[])[], room: readonly number[]): Generator<TableRow> {
  for (const row of rows)
    for (const part of inRows(row, room)) yield { number: "", cells: part.map((text) => ({ text })) };
}

/** Each column's part of the width in percent, by the root of its longest text: long ones get more, short ones enough. */
function sharesOf(rows: readonly (readonly string[])[]): number[] {
  const weights = rows[0]!.map((_, at) => Math.sqrt(Math.max(4, ...rows.map((row) => row[at]!.length))));
  const average = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  const held = weights.map((weight) => Math.max(weight, average * NARROWEST));
  const all = held.reduce((sum, weight) => sum + weight, 0);
  return held.map((weight) => (weight / all) * 100);
}

function inRows(row: readonly string[], room: readonly number[]): readonly (readonly string[])[] {
  if (row.every((text, at) => text.length <= room[at]!)) return [row];
  const parts = row.map((text, at) => inParts(text, room[at]!));
  const count = Math.max(1, ...parts.map(({ length }) => length));
  return Array.from({ length: count }, (_, part) => parts.map((own) => own[part] ?? ""));
}

/** Cut between words where that is possible. */
function inParts(text: string, most: number): string[] {
  const parts: string[] = [];
  let left = text;
  while (left.length > most) {
    const space = left.lastIndexOf(" ", most);
    const end = space > most / 2 ? space : most;
    parts.push(left.slice(0, end));
    left = left.slice(end).trimStart();
  }
  return [...parts, left];
}
