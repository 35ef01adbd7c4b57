import { NUMBER_COLUMN, readCsvCell, readCsvHeader } from "./csv.ts";
import type { FindLink } from "./csv.ts";
import { applyFields, fieldChanges } from "./record-changes.ts";
import type { FieldValue, RecordFields, Register } from "./register.ts";
import { knownProblems, nothingKnown, recordProblems } from "./whole-record.ts";
import type { Known } from "./whole-record.ts";

/** A record that a row may be about. */
export interface KnownRecord {
  readonly id: string;
  readonly number: number;
  readonly fields: RecordFields;
  readonly ended: boolean;
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
}

/** What importing a file would do, row by row; what is wrong with it as a whole, as a text. Pure. */
export function planImport(
  register: Register,
  { rows, known, findLink, newId, now, around = nothingKnown }: ImportInput,
): ImportPlan | string {
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
    for (const [at, column] of columns.entries()) {
      if (column === null || column === NUMBER_COLUMN) continue;
      const value = readCsvCell(register.fields[column]!, cells[at] ?? "", findLink);
      if ("problem" in value) wrong.push({ row, column: header[at]!, message: value.problem });
      else values[column] = value.value;
    }
    const numberAt = columns.indexOf(NUMBER_COLUMN);
    const found = find(numberAt === -1 ? "" : (cells[numberAt] ?? ""), values);
    if ("problem" in found) wrong.push({ row, column: found.column, message: found.problem });
    const record = "record" in found ? found.record : undefined;
    const fields = applyFields(record?.fields ?? {}, values);
    const isSame = record !== undefined && fieldChanges(record.fields, fields).length === 0;
    const told = new Set(wrong.map(({ column }) => column));
    // Of a cell that is wrong by itself one sentence is enough.
    const wholes = isSame
      ? []
      : [...recordProblems(register, fields, now), ...knownProblems(register, record?.fields ?? {}, fields, around)];
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
      if (record.ended) return { problem: `${text} has ended. Reopen it first.`, column: NUMBER_COLUMN };
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
