import { sayBasis } from "#domain/basis-words.ts";
import { csvRow } from "#domain/csv.ts";
import type { BundledControl } from "./collect.ts";

const controlColumns = [
  "id",
  "title",
  "domain",
  "status",
  "reason",
  "decided",
  "asked",
  "basis",
  "evidence",
  "requirements",
];

const itemColumns = [
  "exhibit",
  "name",
  "type",
  "controls",
  "source",
  "collector",
  "collectedAt",
  "validUntil",
  "sha256",
  "size",
  "mediaType",
  "fileName",
  "storageLocation",
  "ledgerIndex",
  "artifact",
  "renamedTo",
  "refiledUnder",
];

/** The controls as a table. */
export function controlsCsv(controls: readonly BundledControl[]): string {
  return csv(
    controlColumns,
    controls.map((control) => [
      control.id,
      control.title,
      control.domain,
      control.status,
      control.reason,
      control.progress.decided,
      control.progress.asked,
      sayBasis(control.basis),
      control.exhibits.join(" "),
      requirementsText(control.requirements),
    ]),
  );
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** The items as a table, each with the path of its file, page by page. */
export function* evidenceCsv(pages: Iterable<Rows>): Generator<Buffer> {
  yield Buffer.from(csvRow(itemColumns));
  for (const rows of pages)
    yield Buffer.from(rows.map((row) => csvRow(itemColumns.map((column) => text(row[column])))).join(""));
}

/** A list as `json` writes it, page by page. */
export function* jsonList(pages: Iterable<readonly unknown[]>): Generator<Buffer> {
  yield* indented(pages, "", "\n");
}

/** The entries of a list that stands this deep, and its brackets. */
export function* indented(pages: Iterable<readonly unknown[]>, indent: string, end = ""): Generator<Buffer> {
  let isEmpty = true;
  for (const rows of pages) {
    let written = "";
    for (const row of rows) {
      // No text of JSON holds a line break as it is.
      written += `${isEmpty ? "[" : ","}\n  ${indent}${JSON.stringify(row, null, 2).replaceAll("\n", `\n  ${indent}`)}`;
      isEmpty = false;
    }
    yield Buffer.from(written);
  }
  yield Buffer.from(`${isEmpty ? "[" : `\n${indent}`}]${end}`);
}

/** As a list is written: indented, so that it can be read. */
export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** A table as CSV: no cell can be taken for a formula. */
function csv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [header, ...rows].map(csvRow).join("");
}

function text(value: unknown): string {
  return Array.isArray(value) ? value.join(" ") : String((value ?? "") as string | number);
}

function requirementsText(requirements: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(requirements)
    .map(([framework, ids]) => `${framework}: ${ids.join(" ")}`)
    .join("; ");
}

/** A file name that is the same on every system: letters, digits, dot, dash and underscore, at most 80 of them. */
export function safeName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\w.-]+/g, "-")
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, "");
  const dot = plain.lastIndexOf(".");
  const extension = dot > 0 ? plain.slice(dot, dot + 12) : "";
  return `${(dot > 0 ? plain.slice(0, dot) : plain).slice(0, 80 - extension.length) || "file"}${extension}`;
}
