import { EASTERNMOST_MS } from "../calendar-day.ts";
import { fieldChanges } from "./record-changes.ts";
import { earlyProblems } from "./shown-by.ts";
import type { Field, FieldValue, RecordFields, Register } from "./register.ts";

// Clocks of two machines differ.
const CLOCKS_APART_MS = 60_000;

/** What is wrong with a record as a whole, by field: what is missing, what has not happened yet, and what comes before its beginning. */
export function recordProblems(register: Register, fields: RecordFields, now: Date): ReadonlyMap<string, string> {
  const problems = new Map(Object.entries(register.problems?.(fields) ?? {}));
  for (const [name, field] of Object.entries(register.fields)) {
    const value = fields[name];
    if (value === undefined) {
      if (isRequired(field, fields)) problems.set(name, `${field.label} is missing.`);
    } else if (isToCome(field, value, now)) problems.set(name, `${field.label} is in the future.`);
    else {
      const { after } = field;
      const first = after === undefined ? undefined : fields[after];
      // Of a beginning that is to come one sentence is enough.
      const isBefore = typeof value === "string" && typeof first === "string" && value < first;
      if (isBefore && !isToCome(register.fields[after!]!, first, now))
        problems.set(name, `${field.label} is before ${register.fields[after!]!.label}.`);
    }
  }
  return problems;
}

function isRequired({ required, requiredFor = {} }: Field, fields: RecordFields): boolean {
  const isChosen = ([choice, keys]: [string, readonly string[]]) => keys.includes(String(fields[choice] ?? ""));
  return required === true || Object.entries(requiredFor).some(isChosen);
}

/** Whether a day or an instant that has happened is said to be one to come. Both are texts that are in the order of time. */
const isToCome = (field: Field, value: FieldValue, now: Date): boolean =>
  field.past === true && typeof value === "string" && value > latestOf(field, value, now);

/** The latest that has happened: of a day, one that has begun somewhere; an instant is one moment in every time zone. */
function latestOf({ type }: Field, value: string, now: Date): string {
  const isDay = type === "date" || value.endsWith("T00:00:00.000Z");
  const latest = new Date(now.getTime() + (isDay ? EASTERNMOST_MS : CLOCKS_APART_MS)).toISOString();
  return type === "date" ? latest.slice(0, 10) : latest;
}

/** What is known around a record: who works here, who did on a day, and when exhibits were made. */
export interface Known {
  readonly hasLeft: (personId: string) => boolean;
  /** Whether somebody certainly did not work here on any moment of a day: they began later, or had left before. */
  readonly wasAway: (personId: string, day: string) => boolean;
  /** When a cited exhibit was made. */
  readonly madeAt: (exhibit: string) => Date | undefined;
}

/** Nobody is known to have left or to have been away, and of no exhibit when it was made. */
export const nothingKnown: Known = { hasLeft: () => false, wasAway: () => false, madeAt: () => undefined };

/**
 * Who is newly named as somebody who works here, or who worked here on the day of the record, and does not or did not; and which exhibits
 * are cited for what came after they were made. By field.
 */
export function knownProblems(
  register: Register,
  before: RecordFields,
  after: RecordFields,
  { hasLeft, wasAway, madeAt }: Known,
): ReadonlyMap<string, string> {
  const changed = new Set(fieldChanges(before, after).map(({ field }) => field));
  const problems = new Map(earlyProblems(register, after, changed, madeAt));
  for (const [name, declared] of Object.entries(register.fields)) {
    const value = after[name];
    const named = value === undefined ? [] : Array.isArray(value) ? (value as readonly string[]) : [String(value)];
    if (declared.active && changed.has(name) && named.some(hasLeft)) problems.set(name, leaverSentence(declared));
    const day = declared.there === undefined ? undefined : after[declared.there];
    if (typeof day !== "string" || !(changed.has(name) || changed.has(declared.there!))) continue;
    if (named.some((id) => wasAway(id, day))) problems.set(name, awaySentence(declared, day));
  }
  return problems;
}

/** What is said of a person who did not work here on the day of a record. */
const awaySentence = ({ label }: Pick<Field, "label">, day: string): string =>
  `${label} names somebody who did not work here on ${day}. Correct the day, or in People since when they work here.`;

/** What is said of a person who does not work here any more. */
export const leaverSentence = ({ label, type }: Pick<Field, "label" | "type">): string =>
  type === "list" ? `${label} names somebody who has left.` : `${label} is somebody who has left.`;
