import { registers } from "#catalog/registers/index.ts";
import type { Field, FieldValue } from "#domain/registers/register.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";

/** What somebody typed in place of what was so. */
export interface Wish {
  readonly register: string;
  readonly field: string;
  readonly value: FieldValue;
}

/** Links and texts that stand for something in the rows that are judged. */
interface Known {
  readonly now: Date;
  readonly ids: readonly string[];
  readonly texts: readonly string[];
}

const dayOf = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
const DAYS = [-400, -100, -5, 0, 5, 100, 300] as const;

function valuesOf(field: Field, { now, ids, texts }: Known): readonly FieldValue[] {
  const choices = Object.keys(field.choices ?? {});
  const isPast = (days: number) => field.past !== true || days <= 0;
  switch (field.type) {
    case "choice":
      return choices;
    case "date":
      return DAYS.filter(isPast).map((days) => dayOf(now, days).slice(0, 10));
    case "instant":
      return DAYS.filter(isPast).map((days) => dayOf(now, days));
    case "number":
      return [...new Set([field.least ?? 0, 1, field.most ?? 1_000])];
    case "scale":
      return (field.steps ?? []).map((_, at) => at + 1);
    case "flag":
      return [true, false];
    case "list":
      if (field.of === "choice") return [...choices.map((choice) => [choice]), choices];
      return field.of === "text" ? [["None"], ["A finding"]] : [ids, ...ids.map((id) => [id])];
    case "person":
    case "record":
    case "system":
      return ids;
    default:
      return texts;
  }
}

/** Everything that somebody may type into a field of which a declaration says that it is stated. */
export function wishesOf(known: Known): readonly Wish[] {
  return registers.flatMap(({ key: register, fields }) =>
    Object.entries(fields)
      .filter(([, { origin }]) => origin === "stated")
      .flatMap(([field, declared]) => valuesOf(declared, known).map((value) => ({ register, field, value }))),
  );
}

/** A register's rows, each with this wish. */
export const wished = (rows: readonly SnapshotRow[], { field, value }: Wish): readonly SnapshotRow[] =>
  rows.map((row) => ({ ...row, fields: { ...row.fields, [field]: value } }));

/** Whether a row says what was wished for: what a predicate that passes by it would look at. */
export const says = (rows: readonly SnapshotRow[], { field, value }: Wish): boolean =>
  rows.some((row) => JSON.stringify(row.fields[field]) === JSON.stringify(value));

const isStated = (register: string, field: string) =>
  registers.find(({ key }) => key === register)?.fields[field]?.origin === "stated";

/** A row without one thing that is not stated: a field, its approval, what it cites, an account. */
export function withoutProof(register: string, row: SnapshotRow): readonly SnapshotRow[] {
  const proven = Object.keys(row.fields).filter((field) => !isStated(register, field));
  const exhibits = Object.values(row.fields).filter(
    (value): value is string => typeof value === "string" && value.startsWith("EX-"),
  );
  return [
    ...proven.map((gone) => ({
      ...row,
      fields: Object.fromEntries(Object.entries(row.fields).filter(([field]) => field !== gone)),
    })),
    ...(row.approval
      ? [
          { ...row, approval: null },
          { ...row, state: "waiting" as const },
        ]
      : []),
    ...(exhibits.length > 0 ? [{ ...row, withdrawn: exhibits }] : []),
    { ...row, account: false, accounts: [] },
  ];
}
