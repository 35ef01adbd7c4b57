import { dayOf } from "../calendar-day.ts";
import { nothingBeside, recordNumber } from "../registers/register.ts";
import type { RecordState, Register } from "../registers/register.ts";
import type { SnapshotPage, SnapshotRow } from "../registers/snapshot.ts";
import { cellDrawer, columnOf, isHidden, noNames } from "./cells.ts";
import { listsOf } from "./draw.ts";
import type { Declared } from "./draw.ts";

/** A value of a sealed record as people read it. */
interface DrawnValue {
  readonly field: string;
  /** Null where it is sealed as a salted hash. */
  readonly text: string | null;
  readonly exhibits: readonly { readonly exhibit: string; readonly withdrawn: boolean }[];
}

/** A sealed record as people read it who are told nothing beyond what is sealed. */
export interface DrawnRecord {
  /** As people quote it, and without its register's letters. */
  readonly number: string;
  readonly counted: number;
  readonly state: RecordState;
  readonly approval: { readonly at: string; readonly alone: boolean } | null;
  readonly values: readonly DrawnValue[];
  /** How many values are withheld. */
  readonly withheld: number;
}

/** Draws records of a register from the pages of an exhibit, and from those that they link to. Pure, with no names. */
export function recordDrawer(
  register: Register,
  pages: readonly SnapshotPage[],
  sealedAt: Date,
  declared: Pick<Declared, "register" | "controlTitle">,
): (row: SnapshotRow) => DrawnRecord {
  const lists = listsOf(pages, declared);
  const cell = cellDrawer(lists, noNames, { withheld: 0, exhibits: new Map() }, dayOf(sealedAt), nothingBeside);
  const fields = Object.keys(register.fields);
  return (row) => {
    const values = fields
      .filter((field) => row.fields[field] !== undefined)
      .map((field) => ({
        field,
        text: isHidden(row.fields[field]!) ? null : cell(row, register.key, columnOf(field, register)),
        exhibits: exhibitsOf(register, row, field),
      }));
    return {
      number: recordNumber(register, row.number),
      counted: row.number,
      state: row.state,
      approval: row.approval && { at: row.approval.at, alone: !row.approval.another },
      values,
      withheld: values.filter(({ text }) => text === null).length,
    };
  };
}

/** The registers and lists whose pages it takes to draw records of a register: its own, and those that its links lead to. */
export function listsToDraw(register: Register, systemNames: string): readonly string[] {
  const fields = Object.values(register.fields);
  const leads = (type: string) => fields.some((field) => field.type === type || field.of === type);
  return [
    ...new Set([
      register.key,
      ...fields.flatMap(({ to }) => to ?? []),
      ...(leads("person") ? ["people"] : []),
      ...(leads("system") ? [systemNames] : []),
    ]),
  ];
}

/** Whether a record's number, or a value of it that is shown, has this text; letters of any case. */
export function recordHas({ number, values }: DrawnRecord, text: string): boolean {
  const sought = text.toLowerCase();
  return [number, ...values.map((value) => value.text ?? "")].some((words) => words.toLowerCase().includes(sought));
}

function exhibitsOf(register: Register, row: SnapshotRow, field: string): DrawnValue["exhibits"] {
  const { type, of } = register.fields[field]!;
  const value = row.fields[field]!;
  if ((type !== "exhibit" && of !== "exhibit") || isHidden(value)) return [];
  const all = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
  return all.map((exhibit) => ({ exhibit, withdrawn: row.withdrawn.includes(exhibit) }));
}
