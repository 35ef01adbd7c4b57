import { outcomeWord } from "#domain/csv-mapping.ts";
import type { CsvMapping, CsvMeaning } from "#domain/csv-mapping.ts";
import { readCsvRows } from "#domain/csv-rows.ts";
import type { Finding } from "#domain/finding.ts";
import { importFormats } from "#domain/import-format.ts";
import { cut, instantOf, malformed, maxFindings, oldest, tooMany } from "../report.ts";
import type { Format, ReadResult } from "../report.ts";

/** CSV as a format: it is read by a mapping that a person made, and by nothing else. */
export const csv: Format = { id: "csv", name: importFormats.csv };

/**
 * Reads a CSV file as its mapping says: one finding for each row but the first. Refuses it whole for a column that is
 * missing, a row without a rule, a word for an outcome that the mapping does not know, or a date that is none.
 */
export function readCsv(text: string, mapping: CsvMapping): ReadResult {
  const read = readCsvRows(text, { most: maxFindings + 2 });
  if (!read.ok) return malformed(read.message);
  const [header, ...rows] = read.rows;
  if (rows.length > maxFindings) return tooMany(rows.length);
  if (rows.length === 0) return malformed("This CSV file has a first row and no other.");
  const places = placesOf(header!, mapping);
  if (typeof places === "string") return malformed(places);
  const tool = cut(mapping.name.replaceAll(",", " "), 80);
  const findings: Finding[] = [];
  const instants: (Date | undefined)[] = [];
  for (const [index, row] of rows.entries()) {
    const cell = (meaning: CsvMeaning) => row[places[meaning] ?? -1]?.trim() ?? "";
    const rule = cut(cell("rule"), 200);
    if (rule === "") return malformed(`Row ${index + 2} of this CSV file names no rule.`);
    const word = outcomeWord(cell("outcome"));
    const outcome = Object.hasOwn(mapping.words, word) ? mapping.words[word] : undefined;
    if (!outcome)
      return malformed(
        `Row ${index + 2} of this CSV file says “${cut(word, 40)}”, and the mapping does not say what that means.`,
      );
    const date = cell("date");
    const instant = instantOf(isoOf(date));
    if (date !== "" && !instant)
      return malformed(`Row ${index + 2} of this CSV file has no date like 2026-01-31 in it.`);
    instants.push(instant);
    findings.push({
      tool,
      rule,
      title: cut(cell("title"), 300) || rule,
      outcome,
      suppressed: false,
      severity: cut(cell("severity"), 40) || "Unknown",
      resource: cut(cell("resource"), 500),
      message: cut(cell("message"), 2000),
      uid: `row ${index + 2}`,
    });
  }
  return {
    ok: true,
    report: {
      tool,
      toolVersion: "",
      scope: "",
      // Whoever made the mapping named one kind of table by it.
      targetNamed: true,
      observedAt: oldest(instants),
      findings,
      read: rows.length,
    },
  };
}

/** Where each meaning stands in a row; a sentence for a header that the mapping does not fit. */
function placesOf(header: readonly string[], { columns }: CsvMapping): Partial<Record<CsvMeaning, number>> | string {
  const names = header.map((name) => name.trim());
  const places: Partial<Record<CsvMeaning, number>> = {};
  for (const [meaning, column] of Object.entries(columns) as [CsvMeaning, string][]) {
    const place = names.indexOf(column.trim());
    if (place === -1) return `This CSV file has no column “${cut(column, 40)}”, which the mapping asks for.`;
    if (names.lastIndexOf(column.trim()) !== place)
      return `Two columns of this CSV file are called “${cut(column, 40)}”.`;
    places[meaning] = place;
  }
  if (places.rule === undefined || places.outcome === undefined) return "The mapping names no rule or no outcome.";
  return places;
}

/** A day, or a day and a time with a space between them, as ISO 8601 writes it. Days before months are not guessed. */
function isoOf(text: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T00:00:00Z`;
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text) ? text.replace(" ", "T") : undefined;
}
