import { isCellOf, NUMBER_COLUMN, readCsvCell, readCsvHeader, textOfValue, VERSION_COLUMN } from "./csv.ts";
import type { FindLink, LinkText } from "./csv.ts";
import { applyFields, fieldChanges, mergeSeen } from "./record-changes.ts";
import type { FieldChange } from "./record-changes.ts";
import { recordNumber } from "./register.ts";
import type { FieldValue, RecordFields, Register } from "./register.ts";
import { knownProblems, nothingKnown, recordProblems } from "./whole-record.ts";
import type { Known } from "./whole-record.ts";

/** A record that a row may be about. */
export interface KnownRecord {
  readonly id: string;
  readonly number: number;
  readonly fields: RecordFields;
  readonly ended: boolean;
  readonly version: number;
}

/** What a right row comes to. */
export interface ImportStep {
  /** As a spreadsheet counts: the header is row 1. */
  readonly row: number;
  readonly id: string;
  readonly kind: "add" | "change" | "same";
  /** Null for a record that is added. */
  readonly number: number | null;
  readonly fields: RecordFields;
}

export interface RowProblem {
  readonly row: number;
  /** The column's header; null where the whole row is meant. */
  readonly column: string | null;
  readonly message: string;
}

export interface ImportPlan {
  readonly columns: readonly { readonly header: string; readonly field: string | null }[];
  readonly steps: readonly ImportStep[];
  readonly problems: readonly RowProblem[];
}

export interface ImportInput {
  /** The header first. */
  readonly rows: readonly (readonly string[])[];
  readonly known: readonly KnownRecord[];
  readonly findLink: FindLink;
  /** The id of a record that the row adds. */
  readonly newId: (row: number) => string;
  readonly now: Date;
  readonly around?: Known;
  /** What was changed in a record since a version, oldest first. */
  readonly since?: (id: string, version: number) => readonly FieldChange[];
  readonly linkText?: LinkText;
}

const nothingSince = () => [];
const asTarget: LinkText = (_, target) => target;

/** What importing a file would do, row by row; what is wrong with it as a whole, as a text. Pure. */
export function planImport(register: Register, input: ImportInput): ImportPlan | string {
  const { rows, known, findLink, newId, now, around = nothingKnown } = input;
  const { since = nothingSince, linkText = asTarget } = input;
  const header = rows[0] ?? [];
  const read = readCsvHeader(register, header);
  if ("problem" in read) return read.problem;
  const { columns } = read;
  const problems: RowProblem[] = [];
  const steps: ImportStep[] = [];
  const find = findKnown(register, known);
  const used = new Map<string, number>();
  for (const [index, cells] of rows.slice(1).entries()) {
    const row = index + 2;
    const wrong: RowProblem[] = [];
    const values: Record<string, FieldValue | null> = {};
    const numberAt = columns.indexOf(NUMBER_COLUMN);
    const number = numberAt === -1 ? "" : (cells[numberAt] ?? "").trim();
    const numbered = number === "" ? undefined : find(number, {});
    const own = numbered && "record" in numbered ? numbered.record?.fields : undefined;
    for (const [at, column] of columns.entries()) {
      if (column === null || column === NUMBER_COLUMN || column === VERSION_COLUMN) continue;
      const [field, cell] = [register.fields[column]!, cells[at] ?? ""];
      const kept = own?.[column];
      if (kept !== undefined && isCellOf(cell, field, kept, linkText)) {
        values[column] = kept;
        continue;
      }
      const value = readCsvCell(field, cell, findLink);
      if ("problem" in value) wrong.push({ row, column: header[at]!, message: value.problem });
      else values[column] = value.value;
    }
    const found = numbered ?? find("", values);
    if ("problem" in found) wrong.push({ row, column: found.column, message: found.problem });
    const record = "record" in found ? found.record : undefined;
    keepLineBreaks(values, record?.fields ?? {});
    const versionAt = columns.indexOf(VERSION_COLUMN);
    const seen = versionAt === -1 ? "" : (cells[versionAt] ?? "").trim();
    const { wanted, conflicts } = record
      ? mergeRow(register, { record, seen, values, since, linkText })
      : { wanted: values, conflicts: [] };
    for (const { field, message } of conflicts)
      wrong.push({ row, column: field === null ? VERSION_COLUMN : (header[columns.indexOf(field)] ?? null), message });
    const fields = applyFields(record?.fields ?? {}, wanted);
    const isSame = record !== undefined && fieldChanges(record.fields, fields).length === 0;
    // What has ended may stand in a file as it is; before it says something else, somebody reopens it.
    if (record?.ended && (wrong.length > 0 || !isSame))
      wrong.splice(0, wrong.length, { row, column: NUMBER_COLUMN, message: `${number} has ended. Reopen it first.` });
    const told = new Set(wrong.map(({ column }) => column));
    // Of a cell that is wrong by itself one sentence is enough.
    const wholes = isSame || record?.ended ? [] : problemsOf(register, record?.fields ?? {}, fields, now, around);
    for (const [key, message] of wholes) {
      const column = header[columns.indexOf(key)] ?? null;
      if (column === null || !told.has(column)) wrong.push({ row, column, message });
    }
    const id = record?.id ?? newId(row);
    const earlier = used.get(id);
    if (earlier !== undefined) wrong.push({ row, column: null, message: `Row ${earlier} is about the same record.` });
    used.set(id, row);
    if (wrong.length > 0) {
      problems.push(...wrong);
      continue;
    }
    steps.push({
      row,
      id,
      kind: record ? (isSame ? "same" : "change") : "add",
      number: record?.number ?? null,
      fields,
    });
  }
  return { columns: header.map((name, at) => ({ header: name, field: columns[at] ?? null })), steps, problems };
}

/** What is wrong with a row's record; of what rests on a day that is wrong itself nothing more is said. */
function problemsOf(register: Register, before: RecordFields, after: RecordFields, now: Date, around: Known) {
  const own = recordProblems(register, after, now);
  const known = [...knownProblems(register, before, after, around)].filter(([name]) => {
    const { proves = [], there, newTo } = register.fields[name]!;
    return ![...proves, there, newTo?.field].some((day) => day !== undefined && own.has(day));
  });
  return [...own, ...known];
}

/** A text that is told from the record's own by how its lines end is the record's own: spreadsheets end them their way. */
function keepLineBreaks(values: Record<string, FieldValue | null>, own: RecordFields): void {
  const lines = (value: unknown) => (typeof value === "string" ? value.replaceAll(/\r\n?/g, "\n") : undefined);
  for (const [name, value] of Object.entries(values))
    if (typeof value === "string" && lines(value) === lines(own[name])) values[name] = own[name]!;
}

type Values = Readonly<Record<string, FieldValue | null>>;

interface MergedRow {
  readonly record: KnownRecord;
  /** The row's version, as the file has it; empty where it has none. */
  readonly seen: string;
  readonly values: Values;
  readonly since: (id: string, version: number) => readonly FieldChange[];
  readonly linkText: LinkText;
}

/** What a row changes in a record that others may have changed since the file was made; without a version it says what stays. */
function mergeRow(register: Register, { record, seen, values, since, linkText }: MergedRow) {
  const none = { wanted: values, conflicts: [] };
  const number = recordNumber(register, record.number);
  if (seen === "") return none;
  const version = /^\d{1,9}$/.test(seen) ? Number(seen) : 0;
  if (version < 1 || version > record.version) {
    const message = `${seen.slice(0, 40)} is no version of ${number}. Leave the cell as it was, or empty it.`;
    return { wanted: values, conflicts: [{ field: null, message }] };
  }
  if (version === record.version) return none;
  const { wanted, conflicts } = mergeSeen(record.fields, since(record.id, version), values);
  const said = (field: string, value: FieldValue | null) =>
    value === null ? "none" : `“${textOfValue(register.fields[field]!, value, linkText)}”`;
  return {
    wanted,
    conflicts: conflicts.map(({ field, theirs, yours }) => ({
      field,
      message: `Someone else changed ${register.fields[field]!.label} of ${number} after this file was made: it is ${said(field, theirs)} now, and the file says ${said(field, yours)}. Write the value that stays, and ${record.version} as the version.`,
    })),
  };
}

type Found =
  | { readonly record: KnownRecord | undefined }
  | { readonly problem: string; readonly column: string | null };

/** Finds the record of a row: by its number, or by the register's key where one open record has that value. */
function findKnown(register: Register, known: readonly KnownRecord[]) {
  const byNumber = new Map(known.map((record) => [record.number, record]));
  const key = register.csvKey;
  const keyOf = (value: unknown) => (typeof value === "string" ? value.trim().toLowerCase() : "");
  const open = key === undefined ? [] : known.filter(({ ended }) => !ended);
  const byKey = Map.groupBy(open, ({ fields }) => keyOf(fields[key!]));
  return (number: string, values: Readonly<Record<string, FieldValue | null>>): Found => {
    const text = number.trim();
    if (text !== "") {
      const match = new RegExp(`^${register.prefix}-(\\d{1,9})$`, "i").exec(text);
      const record = match ? byNumber.get(Number(match[1])) : undefined;
      if (!record)
        return { problem: `${text.slice(0, 40)} is not a number of ${register.label}.`, column: NUMBER_COLUMN };
      return { record };
    }
    const value = key === undefined ? "" : keyOf(values[key]);
    if (value === "") return { record: undefined };
    const records = byKey.get(value) ?? [];
    const label = register.fields[key!]!.label;
    return records.length > 1
      ? { problem: `${records.length} records have this ${label}. Add the column ${NUMBER_COLUMN}.`, column: label }
      : { record: records[0] };
  };
}
