import { dayEndedBy } from "../registers/end-of-day.ts";
import type { Beside, FieldValue, RecordFields, Register } from "../registers/register.ts";
import { recordNumber } from "../registers/register.ts";
import type { HiddenValue, SnapshotRow } from "../registers/snapshot.ts";
import { printedTypes } from "./layout.ts";
import type { PrintedColumn, PrintedType } from "./layout.ts";

/** What a reader is told beyond what is sealed. Whoever redraws a document has none of it, and reads numbers instead of names. */
export interface Names {
  /** A value that is sealed as a salted hash. */
  readonly hidden: (row: SnapshotRow, field: string) => FieldValue | undefined;
  readonly person: (id: string) => string | undefined;
  readonly member: (id: string) => string | undefined;
  readonly system: (id: string) => string | undefined;
}

/** Nothing beyond what is sealed. */
export const noNames: Names = {
  hidden: () => undefined,
  person: () => undefined,
  member: () => undefined,
  system: () => undefined,
};

/** The lists of a snapshot, and what is declared of them. */
export interface Lists {
  readonly rows: (list: string) => readonly SnapshotRow[];
  readonly row: (list: string, id: string) => SnapshotRow | undefined;
  readonly register: (list: string) => Register | undefined;
  readonly controlTitle: (id: string) => string | undefined;
}

/** What was met while cells were drawn. */
export interface Met {
  withheld: number;
  /** Numbers of exhibits, each with whether it was withdrawn. */
  readonly exhibits: Map<string, boolean>;
}

/** The list of a snapshot that says what systems are called. */
export const systemNames = "system-names";

/** Stands for what a reader is not told. */
export const WITHHELD = "Withheld";

/** Whether a sealed value is a salted hash. */
export const isHidden = (value: FieldValue | HiddenValue): value is HiddenValue =>
  typeof value === "object" && !Array.isArray(value) && "sha256" in value;

/** A column with everything said: of a register its field says label, type and words. */
export function columnOf(column: string | PrintedColumn, register: Register | undefined): PrintedColumn {
  if (typeof column !== "string") return column;
  if (!register) return { field: column, label: rowLabels[column] ?? column };
  let columns = columnsOf.get(register);
  if (!columns) columnsOf.set(register, (columns = new Map()));
  let known = columns.get(column);
  if (!known) columns.set(column, (known = newColumn(column, register)));
  return known;
}

/** A column is asked for with each cell of thousands. */
const columnsOf = new WeakMap<Register, Map<string, PrintedColumn>>();

function newColumn(column: string, register: Register): PrintedColumn {
  const derived = register.derived?.[column];
  if (derived) return { field: column, label: derived.label };
  const field = register.fields[column];
  if (!field) return { field: column, label: rowLabels[column] ?? column };
  const kind = field.type === "list" ? (field.of ?? "text") : field.type;
  const steps =
    field.steps && Object.fromEntries(field.steps.map((step, at) => [String(at + 1), `${at + 1}, ${step}`]));
  const words = field.choices ?? steps;
  return {
    field: column,
    label: field.label,
    as: (printedTypes as readonly string[]).includes(kind) ? (kind as PrintedType) : "text",
    ...(field.endsDay && { endsDay: true }),
    ...(field.to !== undefined && { to: field.to }),
    ...(words && { words }),
  };
}

const rowLabels: Readonly<Record<string, string>> = {
  number: "Number",
  state: "State",
  approval: "Approved",
  accounts: "Accounts",
};

/** Draws the cells of a snapshot's rows. */
export function cellDrawer(lists: Lists, names: Names, met: Met, takenOn: string, beside: Beside) {
  const withheld = () => {
    met.withheld += 1;
    return WITHHELD;
  };
  const person = (id: string): string => {
    const row = lists.row("people", id);
    const register = lists.register("people");
    const number = row && register ? recordNumber(register, row.number) : "A person";
    return [number, names.person(id)].filter(Boolean).join(" ");
  };
  const record = (id: string, list: string): string => {
    const [row, register] = [lists.row(list, id), lists.register(list)];
    if (!row || !register) return withheld();
    const title = columnOf(register.title, register);
    return `${recordNumber(register, row.number)} ${cell(row, list, title)}`;
  };
  const textOf = (
    value: string | number | boolean,
    row: SnapshotRow,
    { as = "text", to, endsDay }: PrintedColumn,
  ): string => {
    const text = String(value);
    if (as === "flag") return value === true ? "Yes" : "No";
    if (as === "instant") return (endsDay && dayEndedBy(text)) || `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`;
    if (as === "date") return text.slice(0, 10);
    if (as === "person") return person(text);
    if (as === "record") return record(text, to ?? "");
    if (as === "member") return names.member(text) ?? withheld();
    if (as === "system") {
      const name = lists.row(systemNames, text)?.fields["name"];
      return typeof name === "string" ? name : (names.system(text) ?? withheld());
    }
    if (as === "control") return [text, lists.controlTitle(text)].filter(Boolean).join(" ");
    if (as === "exhibit") {
      const isGone = row.withdrawn.includes(text);
      met.exhibits.set(text, isGone);
      return isGone ? `${text}, withdrawn` : text;
    }
    return text;
  };
  const fact = (row: SnapshotRow, field: string, register: Register | undefined): string | undefined => {
    if (field === "number") return register ? recordNumber(register, row.number) : String(row.number);
    if (field === "state") return register?.states[row.state] ?? row.state;
    if (field === "accounts") return row.accounts ? String(row.accounts.length) : "0";
    if (field !== "approval") return undefined;
    if (!row.approval) return "No";
    return `${row.approval.at.slice(0, 10)}${row.approval.another ? ", by another person" : ", alone: nobody else could"}`;
  };
  // Each derived column of a row asks for all of its values.
  const toldOf = new WeakMap<SnapshotRow, RecordFields>();
  /** The values of a row that the reader is told. */
  const told = (row: SnapshotRow): RecordFields => {
    const known = toldOf.get(row);
    if (known) return known;
    const values = Object.fromEntries(
      Object.entries(row.fields).flatMap(([field, sealed]) => {
        const value = isHidden(sealed) ? names.hidden(row, field) : sealed;
        return value === undefined ? [] : [[field, value]];
      }),
    );
    toldOf.set(row, values);
    return values;
  };
  /** The text of a cell; empty where the row has no such value. */
  function cell(row: SnapshotRow, list: string, column: PrintedColumn): string {
    const { field, words, from } = column;
    const register = lists.register(list);
    const derived = register?.derived?.[field];
    if (derived) return derived.of(told(row), takenOn, new Date(`${takenOn}T00:00:00Z`), beside, row.id) ?? "";
    const isField = register?.fields[field] !== undefined || Object.hasOwn(row.fields, field);
    if (!isField) return fact(row, field, register) ?? "";
    const sealed = row.fields[field];
    if (sealed === undefined) return "";
    const value = isHidden(sealed) ? names.hidden(row, field) : sealed;
    if (value === undefined) return withheld();
    if (value === "") return "";
    if (from) return linked(lists, from, String(value));
    const all = Array.isArray(value) ? (value as readonly string[]) : [value as string | number | boolean];
    return all.map((own) => words?.[String(own)] ?? textOf(own, row, column)).join(", ");
  }
  return cell;
}

/** What another list says of the row with this id; rows of courses and systems are known by their keys. */
function linked(lists: Lists, { list, field }: { readonly list: string; readonly field: string }, id: string): string {
  const value = lists.row(list, id)?.fields[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : id;
}
