import type { CsvMapping } from "#domain/csv-mapping.ts";
import { importFormats } from "#domain/import-format.ts";
import { asff } from "./asff/read.ts";
import { csv, readCsv } from "./csv/read.ts";
import { cyclonedx } from "./cyclonedx/read.ts";
import { lynis } from "./lynis/read.ts";
import { oscal } from "./oscal/read.ts";
import { prowlerOcsf } from "./prowler-ocsf/read.ts";
import { malformed, refused } from "./report.ts";
import type { Format, ImportRefusal, Importer, ReadResult, Report, TextImporter } from "./report.ts";
import { sarif } from "./sarif/read.ts";
import { spdx } from "./spdx/read.ts";
import { xccdf } from "./xccdf/read.ts";

/** Formats in JSON that can be imported, one line each; the first that recognises a file reads it. */
export const importers: readonly Importer[] = [prowlerOcsf, sarif, asff, cyclonedx, spdx, oscal];

/** Formats that are read as text. */
export const textImporters: readonly TextImporter[] = [xccdf, lynis];

/**
 * The text of a file as JSON: one value, or one value a line, as some pipelines write Prowler's findings. Undefined for
 * what is neither. A byte order mark in front is fine.
 */
export function parse(text: string): unknown {
  const plain = text.replace(/^\uFEFF/, "");
  const whole = parseJson(plain);
  if (whole !== undefined) return whole;
  const lines = plain.split("\n").filter((line) => line.trim() !== "");
  // An object on the first line, or this is a broken file and not one of many values.
  if (lines.length < 2 || parseJson(lines[0]!) === undefined) return undefined;
  const values = lines.map(parseJson);
  return values.includes(undefined) ? undefined : values;
}

/** Nothing in JSON parses as undefined. Nesting too deep for the parser counts as no JSON, too. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A file that was read, and by what, or why it was not. */
export type FileResult =
  | { readonly ok: true; readonly importer: Format; readonly report: Report }
  | { readonly ok: false; readonly refusal: ImportRefusal };

const names = Object.values(importFormats);
const NOT_RECOGNISED = `This file is in none of the formats that can be imported: ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`;

/** Reads parsed JSON of any known format, or says why it cannot. */
export function readJson(json: unknown): FileResult {
  const importer = importers.find((importer) => importer.recognises(json));
  return importer ? by(importer, importer.read(json)) : refused("not-recognised", NOT_RECOGNISED);
}

/**
 * Reads the pieces of a file's text in whatever format it is, or says why it cannot. A `mapping` means that it is CSV;
 * what looks like CSV and has none is refused with `needs-mapping`.
 */
export function readReport(pieces: string | Iterable<string>, mapping?: CsvMapping): FileResult {
  const all = typeof pieces === "string" ? [pieces] : pieces;
  if (mapping) return by(csv, readCsv([...all].join(""), mapping));
  const iterator = all[Symbol.iterator]();
  const first = iterator.next();
  const beginning = first.done ? "" : first.value;
  const rest = function* () {
    yield beginning;
    for (let next = iterator.next(); !next.done; next = iterator.next()) yield next.value;
  };
  const importer = textImporters.find((importer) => importer.recognises(beginning.slice(0, 1_024)));
  if (importer) return by(importer, importer.read(rest()));
  const json = parse([...rest()].join(""));
  if (json !== undefined) return readJson(json);
  if (/^\uFEFF?\s*[[{]/.test(beginning)) return malformed("This file is not valid JSON. It may have been cut off.");
  if (looksLikeCsv(beginning))
    return refused("needs-mapping", "This looks like a CSV file. Choose a mapping for its columns.");
  return refused("not-recognised", NOT_RECOGNISED);
}

/** Cells on a first line that ends. */
function looksLikeCsv(beginning: string): boolean {
  const end = beginning.search(/[\r\n\0]/);
  return end > 0 && beginning[end] !== "\0" && /[,;\t]/.test(beginning.slice(0, end));
}

function by(importer: Format, result: ReadResult): FileResult {
  return result.ok ? { ...result, importer } : result;
}
