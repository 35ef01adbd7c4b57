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
  let last: string | undefined;
  const note = (day: string) => {
    if (last === undefined || day > last) last = day;
  };
  for (const name of proves) {
    const value = fields[name];
    if (typeof value === "string") note(value.slice(0, 10));
  }
  const since = newTo && fields[newTo.field];
  const from = typeof since === "string" ? Date.parse(since.slice(0, 10)) - newTo!.days * DAY_MS : Number.NaN;
  if (!Number.isNaN(from)) note(dayOf(from));
  return last;
}

/** Whether a field says of its exhibits when they were made. */
export const isTimed = ({ proves, newTo }: Field): boolean => proves !== undefined || newTo !== undefined;

/** Whether an exhibit was made before what a field of a record cites it for; so is one of which nobody knows when it was made. */
export function isTooEarly(field: Field, fields: Readonly<Record<string, unknown>>, made: string | undefined): boolean {
  if (!isTimed(field)) return false;
  const day = earliestDay(field, fields);
  if (day === undefined) return false;
  return lastDayOf(made ?? "") < day;
}

const MOST_REMEMBERED = 1_000;
const lastDays = new Map<string, string>();

/** The last day that it was anywhere at an instant, before all days where it is none: thousands of records cite the same exhibits. */
function lastDayOf(made: string): string {
  const known = lastDays.get(made);
  if (known !== undefined) return known;
  const at = Date.parse(made);
  const day = Number.isNaN(at) ? "" : dayOf(at + EASTERNMOST_MS);
  if (lastDays.size >= MOST_REMEMBERED) lastDays.clear();
  lastDays.set(made, day);
  return day;
}

/** The exhibits that a field of a record cites. */
export function citedIn(fields: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = fields[name];
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((own): own is string => typeof own === "string") : [];
}

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
