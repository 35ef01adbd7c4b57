import { prowlerOcsf } from "./prowler-ocsf/read.ts";
import { refused } from "./report.ts";
import type { ImportRefusal, Importer, Report } from "./report.ts";
import { sarif } from "./sarif/read.ts";

/** Formats that can be imported, one line each. */
export const importers: readonly Importer[] = [prowlerOcsf, sarif];

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
  | { readonly ok: true; readonly importer: Importer; readonly report: Report }
  | { readonly ok: false; readonly refusal: ImportRefusal };

/** Reads parsed JSON of any known format, or says why it cannot. */
export function readJson(json: unknown): FileResult {
  const importer = importers.find((one) => one.recognises(json));
  if (!importer) return refused("not-recognised", "This file is neither Prowler JSON-OCSF nor SARIF 2.1.0.");
  const result = importer.read(json);
  return result.ok ? { ...result, importer } : result;
}

/** Reads the text of a file; undefined whatever the reason that it cannot be imported, which `readJson` names. */
export function readReport(text: string): { readonly importer: Importer; readonly report: Report } | undefined {
  const result = readJson(parse(text));
  return result.ok ? { importer: result.importer, report: result.report } : undefined;
}
