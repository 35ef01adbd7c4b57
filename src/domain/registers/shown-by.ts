import { EASTERNMOST_MS } from "../calendar-day.ts";
import type { ExhibitType, Field, RecordFields, Register } from "./register.ts";

/** The types of items that can show what a field says, as words after "a": "report or document". */
export const typesInWords = (shows: readonly ExhibitType[]): string =>
  shows.map((type) => type.toLowerCase()).join(" or ");

/** What is said of an exhibit whose type cannot show what a field says; undefined where it can, or where any can. */
export function wrongType(
  { label, shows }: Pick<Field, "label" | "shows">,
  exhibit: string,
  type: string,
): string | undefined {
  if (!shows || shows.some((own) => own === type)) return undefined;
  return `${label} takes a ${typesInWords(shows)}. ${exhibit} is a ${type.toLowerCase()}. Cite another item, or change its type.`;
}

const DAY_MS = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day on which a record needs an exhibit of a field to have been there already or only then, as the field declares it. */
function earliestDay({ proves = [], newTo }: Field, fields: Readonly<Record<string, unknown>>): string | undefined {
  const days = proves.map((name) => fields[name]).filter((value): value is string => typeof value === "string");
  const since = newTo && fields[newTo.field];
  const from = typeof since === "string" ? Date.parse(since.slice(0, 10)) - newTo!.days * DAY_MS : Number.NaN;
  return [...days.map((day) => day.slice(0, 10)), ...(Number.isNaN(from) ? [] : [dayOf(from)])].toSorted().at(-1);
}

/** Whether a field says of its exhibits when they were made. */
export const isTimed = ({ proves, newTo }: Field): boolean => proves !== undefined || newTo !== undefined;

/** Whether an exhibit was made before what a field of a record cites it for; so is one of which nobody knows when it was made. */
export function isTooEarly(field: Field, fields: Readonly<Record<string, unknown>>, made: string | undefined): boolean {
  if (!isTimed(field)) return false;
  const day = earliestDay(field, fields);
  if (day === undefined) return false;
  const at = Date.parse(made ?? "");
  return Number.isNaN(at) || dayOf(at + EASTERNMOST_MS) < day;
}

/** The exhibits that a field of a record cites. */
export const citedIn = (fields: Readonly<Record<string, unknown>>, name: string): readonly string[] =>
  ([] as unknown[]).concat(fields[name] ?? []).filter((value): value is string => typeof value === "string");

/** What is said of exhibits that were made before what a record cites them for, by field; `changed` are the fields that are newly said. */
export function earlyProblems(
  register: Register,
  fields: RecordFields,
  changed: ReadonlySet<string>,
  madeAt: (exhibit: string) => Date | undefined,
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const [name, field] of Object.entries(register.fields)) {
    const asks = [name, ...(field.proves ?? []), ...(field.newTo ? [field.newTo.field] : [])];
    if (!isTimed(field) || !asks.some((own) => changed.has(own))) continue;
    for (const exhibit of citedIn(fields, name)) {
      const made = madeAt(exhibit)?.toISOString();
      if (made === undefined || !isTooEarly(field, fields, made)) continue;
      const why = field.newTo
        ? `more than ${field.newTo.days} days before ${register.fields[field.newTo.field]!.label}`
        : `before what it is to show, of ${earliestDay(field, fields)!}`;
      problems.set(
        name,
        `${field.label} cites ${exhibit}, which was made on ${made.slice(0, 10)}, ${why}. Cite what was made since, or correct the day.`,
      );
    }
  }
  return problems;
}
