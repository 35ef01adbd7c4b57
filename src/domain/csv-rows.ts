/** The rows of a CSV file, or where it cannot be read. */
export type CsvRows =
  | { readonly ok: true; readonly separator: string; readonly rows: readonly (readonly string[])[] }
  | { readonly ok: false; readonly message: string };

const SEPARATORS = [",", ";", "\t"] as const;

/**
 * Reads CSV as RFC 4180 has it, with a byte order mark, either line end, and a semicolon or tab where the first row has
 * more of them than commas. Empty lines are passed over; every row must have as many cells as the first. Cells are texts
 * and nothing else: a formula is the text it is. `most` rows are read, the header included; a cut-off last row of a
 * `beginning` is left out.
 */
export function readCsvRows(text: string, { most = Infinity, beginning = false } = {}): CsvRows {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const separator = separatorOf(plain);
  const rows: string[][] = [];
  let at = 0;
  while (at < plain.length && rows.length < most) {
    const row = readRow(plain, at, separator);
    if (typeof row === "string") return beginning && row === UNCLOSED ? done() : broken(rows.length, row);
    if (beginning && row.end >= plain.length) break;
    at = row.end;
    if (row.cells.length === 1 && row.cells[0]!.trim() === "") continue;
    const wanted = rows[0]?.length ?? row.cells.length;
    if (row.cells.length !== wanted)
      return broken(rows.length, `has ${count(row.cells.length)} where the first row has ${wanted}`);
    rows.push(row.cells);
  }
  return done();

  function done(): CsvRows {
    return rows.length > 0 ? { ok: true, separator, rows } : { ok: false, message: "This file is empty." };
  }
}

const UNCLOSED = "has a quote that is never closed";

function broken(before: number, message: string): CsvRows {
  return { ok: false, message: `Row ${before + 1} of this CSV file ${message}.` };
}

function count(cells: number): string {
  return `${cells} cell${cells === 1 ? "" : "s"}`;
}

/** Of the first line, outside of quotes; the comma wins where none has more. */
function separatorOf(text: string): string {
  const line = /^(?:[^"\r\n]|"[^"]*")*/.exec(text.slice(0, 65_536))?.[0].replace(/"[^"]*"/g, "") ?? "";
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!;
}

/** The cells of the row that begins at `from`, and where the next begins; what is wrong with it as a text. */
function readRow(text: string, from: number, separator: string): { cells: string[]; end: number } | string {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    let cell: string;
    if (text[at] === '"') {
      const quoted = readQuoted(text, at + 1);
      if (!quoted) return UNCLOSED;
      cell = quoted.cell;
      at = quoted.end;
      const next = text[at];
      if (next !== undefined && next !== separator && next !== "\n" && next !== "\r")
        return "has text behind a closing quote";
    } else {
      const end = endOfPlain(text, at, separator);
      cell = text.slice(at, end);
      at = end;
    }
    cells.push(cell);
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 2;
    else if (at < text.length) at += 1;
    return { cells, end: at };
  }
}

function endOfPlain(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}

function readQuoted(text: string, from: number): { cell: string; end: number } | undefined {
  let cell = "";
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return undefined;
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    at = quote + 2;
  }
}
