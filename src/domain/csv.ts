export type CsvValue = string | number | boolean | null | undefined;

// What a spreadsheet takes for the start of a formula; the last four are the full-width forms of = + - @, which some
// versions of Excel fold into the plain ones.
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
// Semicolon and tab too: a spreadsheet set to another separator would otherwise begin a new, unguarded cell there.
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/**
 * One cell of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front; numbers and
 * booleans are written as they are, null and undefined as an empty cell.
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One record of RFC 4180, with its line end (CR LF). */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}
