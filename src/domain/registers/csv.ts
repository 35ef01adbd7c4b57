import { csvRow } from "../csv.ts";
import type { CsvValue } from "../csv.ts";
import { dayIn } from "./end-of-day.ts";
import { readFieldValue } from "./field-value.ts";
import type { ReadValue } from "./field-value.ts";
import { dayOfCell, dayOfWords, isGuarded, isRewritten } from "./spreadsheet-cells.ts";
import { isLinkType, recordNumber } from "./register.ts";
import type { Field, FieldValue, LinkType, RecordFields, Register } from "./register.ts";

/** The first column of every file; by it a row finds its record again. */
export const NUMBER_COLUMN = "Number";
/** How often the record had changed when the file was made: by it a row does not overwrite what others changed since. */
export const VERSION_COLUMN = "Version";
/** The last columns, which are read by people and passed over by an import. */
const STATE_COLUMN = "State";
const REASON_COLUMN = "Ended because";
const SEPARATOR = "; ";

/** A link as a file has it, "PER-4 Dan Reyes"; undefined for one whose target is gone. `to`: the register of a record. */
export type LinkText = (type: LinkType, target: string, to?: string) => string | undefined;
/** What a cell of a file means: the link's target, or why there is none. */
export type FindLink = (
  type: LinkType,
  text: string,
  field?: Pick<Field, "label" | "to" | "shows">,
) => { readonly target: string } | { readonly problem: string };

/** A record as its row of a file. */
export interface CsvRecord {
  readonly number: number;
  readonly version: number;
  readonly fields: RecordFields;
  /** What follows from them: for people to read, and passed over by an import. */
  readonly derived: Readonly<Record<string, string>>;
  readonly state: string;
  readonly endedReason: string | null;
}

const guard = (text: string) => (isGuarded(text) || isRewritten(text) ? `'${text}` : text);
const unguard = (text: string) => (isGuarded(text) ? text.slice(1) : text);

/** The header of a register's file. */
export function csvHeader(register: Register): string {
  const labels = register.csv.map((field) => register.fields[field]!.label);
  const derived = Object.values(register.derived ?? {}).map(({ label }) => label);
  return csvRow([NUMBER_COLUMN, ...labels, ...derived, VERSION_COLUMN, STATE_COLUMN, REASON_COLUMN]);
}

/** A record's row, safe to open in a spreadsheet. */
export function csvLine(register: Register, record: CsvRecord, linkText: LinkText): string {
  const cells = register.csv.map((name) => cellOf(register.fields[name]!, record.fields[name], linkText));
  const { number, version, state, endedReason } = record;
  const derived = Object.keys(register.derived ?? {}).map((name) => {
    const said = record.derived[name];
    return said === undefined ? null : (dayOfWords(said) ?? guard(said));
  });
  const reason = endedReason === null ? null : guard(endedReason);
  return csvRow([recordNumber(register, number), ...cells, ...derived, version, state, reason]);
}

/** Whether a cell says what a file that is made now says of this value, also of what a link is found by no more. */
export const isCellOf = (cell: string, field: Field, value: FieldValue | undefined, linkText: LinkText): boolean =>
  cell === String(cellOf(field, value, linkText) ?? "");

function cellOf(field: Field, value: FieldValue | undefined, linkText: LinkText): CsvValue {
  if (value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  // Spreadsheets know these days, and keep how they are written.
  if (typeof value === "string" && (field.type === "date" || field.type === "instant")) return dayIn(field, value);
  return guard(textOfValue(field, value, linkText));
}

/** A value as people read it in a cell. */
export function textOfValue(field: Field, value: FieldValue, linkText: LinkText): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  const words = (text: string, type: string) => {
    if (type === "choice") return field.choices?.[text] ?? text;
    return isLinkType(type) ? (linkText(type, text, field.to) ?? text) : text;
  };
  if (typeof value === "string") return words(value, field.type);
  return value.map((entry) => escapeListed(words(entry, field.of ?? "text"))).join(SEPARATOR);
}

// An entry of a list may hold what separates entries.
const escapeListed = (text: string) => text.replaceAll("\\", "\\\\").replaceAll(";", "\\;");
function splitListed(text: string): string[] {
  const entries = text.match(/(?:\\.|[^\\;])+/gs) ?? [];
  return entries.map((entry) => entry.replace(/\\(.)/gs, "$1").trim()).filter((entry) => entry !== "");
}

/** What each column fills, by label or key in any case: a field, {@link NUMBER_COLUMN}, {@link VERSION_COLUMN}, or nothing; a field that two columns fill is refused with a sentence. */
export function readCsvHeader(
  register: Register,
  header: readonly string[],
): { readonly columns: readonly (string | null)[] } | { readonly problem: string } {
  const own = [NUMBER_COLUMN, VERSION_COLUMN];
  const known = new Map<string, string>(own.map((column) => [column.toLowerCase(), column]));
  for (const key of register.csv) {
    known.set(key.toLowerCase(), key);
    known.set(register.fields[key]!.label.toLowerCase(), key);
  }
  const columns = header.map((name) => known.get(unguard(name).trim().toLowerCase()) ?? null);
  const used = columns.filter((column) => column !== null);
  const twice = used.find((column, index) => used.indexOf(column) !== index);
  if (twice !== undefined) return { problem: `Two columns fill ${register.fields[twice]?.label ?? twice}.` };
  if (!used.some((column) => !own.includes(column)))
    return {
      problem: `No column of this file is one of ${register.label}: ${register.csv.map((key) => register.fields[key]!.label).join(", ")}.`,
    };
  return { columns };
}

/** The value that a cell stands for. */
export function readCsvCell(field: Field, cell: string, findLink: FindLink): ReadValue {
  const text = unguard(cell).trim();
  if (text === "") return readFieldValue(field, null);
  switch (field.type) {
    case "number":
    case "scale":
      return readFieldValue(field, numberOf(field, text));
    case "flag": {
      const flag = { yes: true, true: true, no: false, false: false }[text.toLowerCase()];
      return readFieldValue(field, flag ?? text);
    }
    case "choice":
      return readFieldValue(field, choiceOf(field, text));
    case "date":
    case "instant":
      return readFieldValue(field, dayOfCell(text));
    case "list": {
      const { of = "text", label } = field;
      const entries = splitListed(text).map((entry) => {
        if (of === "choice") return { target: choiceOf(field, entry) };
        return isLinkType(of) ? findLink(of, entry, field) : { target: entry };
      });
      const wrong = entries.find((entry) => "problem" in entry);
      if (wrong) return { problem: `${label}: ${(wrong as { problem: string }).problem}` };
      return readFieldValue(
        field,
        entries.map((entry) => (entry as { target: string }).target),
      );
    }
    default: {
      if (!isLinkType(field.type)) return readFieldValue(field, text);
      const found = findLink(field.type, text, field);
      return "problem" in found ? { problem: `${field.label}: ${found.problem}` } : readFieldValue(field, found.target);
    }
  }
}

/** The key of a choice, by its key or label; what is neither, as it was written. */
function choiceOf({ choices = {} }: Field, text: string): string {
  const wanted = text.toLowerCase();
  const choice = Object.entries(choices).find(
    ([key, label]) => key.toLowerCase() === wanted || label.toLowerCase() === wanted,
  );
  return choice?.[0] ?? text;
}

/** A number, or the step of a scale by what it means. */
function numberOf({ steps = [] }: Field, text: string): number | string {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  const step = steps.findIndex((words) => words.toLowerCase() === text.toLowerCase());
  return step === -1 ? text : step + 1;
}
