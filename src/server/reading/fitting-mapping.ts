import { fitsHeader } from "#domain/csv-mapping.ts";
import type { CsvMapping } from "#domain/csv-mapping.ts";
import { readCsvRows } from "#domain/csv-rows.ts";

/** The newest mapping that was made for files that begin like this one; undefined for what is no CSV, too. */
export function fittingMapping<M extends CsvMapping>(mappings: readonly M[], beginning: string): M | undefined {
  // A bracket begins JSON, and an angle XML; neither is anybody's first column.
  if (mappings.length === 0 || /^\uFEFF?\s*[[{<]/.test(beginning)) return undefined;
  const read = readCsvRows(beginning, { most: 1, beginning: true });
  return read.ok ? mappings.find((mapping) => fitsHeader(mapping, read.rows[0]!)) : undefined;
}
