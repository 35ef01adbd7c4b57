import { parseExhibitNumber } from "../exhibit-number.ts";
import { dayIn, endOfTypedDay } from "./end-of-day.ts";
import type { Field, FieldValue, LinkType, Register } from "./register.ts";

const LONGEST = { text: 300, "long text": 10_000, url: 2_000 } as const;
const MOST_LISTED = 100;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** The database's own bounds of years, and no more than a person means. */
const YEARS = { from: 1900, to: 2200 };

export type ReadValue = { readonly value: FieldValue | null } | { readonly problem: string };

const problem = (text: string) => ({ problem: text });

/**
 * A value as a record keeps it, or one sentence that says why it is none. Empty texts, empty lists and null are no value. Whether a
 * link leads anywhere is the database's to say.
 */
export function readFieldValue(field: Field, given: unknown): ReadValue {
  const isEmpty = given === null || given === undefined || (typeof given === "string" && given.trim() === "");
  if (isEmpty || (Array.isArray(given) && given.length === 0))
    return field.required ? problem(`${field.label} is missing.`) : { value: null };
  if (field.type === "list") return readList(field, given);
  if (field.type === "number") return readNumber(field, given);
  if (field.type === "scale") {
    const most = field.steps?.length ?? 0;
    return typeof given === "number" && Number.isInteger(given) && given >= 1 && given <= most
      ? { value: given }
      : problem(`${field.label} must be a whole number from 1 to ${most}.`);
  }
  if (field.type === "flag")
    return typeof given === "boolean" ? { value: given } : problem(`${field.label} must be yes or no.`);
  return typeof given === "string" ? readText(field, given.trim()) : problem(`${field.label} must be a text.`);
}

function readNumber({ label, unit, least = 0, most }: Field, given: unknown): ReadValue {
  const counted = unit ? ` of ${unit.many}` : "";
  if (typeof given !== "number" || !Number.isSafeInteger(given))
    return problem(`${label} must be a whole number${counted}.`);
  if (most !== undefined && (given < least || given > most))
    return problem(`${label} must be from ${grouped(least)} to ${grouped(most)}${unit ? ` ${unit.many}` : ""}.`);
  return { value: given };
}

const grouped = (amount: number) => amount.toLocaleString("en-US");

function readText(field: Field, text: string): ReadValue {
  const { label } = field;
  switch (field.type) {
    case "text":
    case "long text": {
      const most = LONGEST[field.type];
      if (text.length > most) return problem(`${label} has more than ${most} characters.`);
      const control = field.type === "text" ? /\p{Cc}/u : /[^\P{Cc}\n\r\t]/u;
      return control.test(text) ? problem(`${label} has control characters.`) : { value: text };
    }
    case "url":
      if (text.length > LONGEST.url) return problem(`${label} has more than ${grouped(LONGEST.url)} characters.`);
      return isUrl(text) ? { value: text } : problem(`${label} must be an address such as https://example.com.`);
    case "date":
      if (DAY.test(text) && !isDay(text)) return problem(noSuchDay(label, text));
      return isDay(text) ? { value: text } : problem(`${label} must be a date such as 2026-01-31.`);
    case "instant": {
      const day = dayIn(field, text).slice(0, 10);
      if (DAY.test(day) && !isDay(day)) return problem(noSuchDay(label, day));
      const end = field.endsDay && endOfTypedDay(text);
      if (end) return { value: end };
      const whole = DAY.test(text) ? `${text}T00:00:00Z` : text;
      return INSTANT.test(whole) && !Number.isNaN(Date.parse(whole))
        ? { value: new Date(whole).toISOString() }
        : problem(`${label} must be a date such as 2026-01-31, or a time such as 2026-01-31T09:00:00Z.`);
    }
    case "choice":
      return Object.hasOwn(field.choices ?? {}, text)
        ? { value: text }
        : problem(`${label} must be one of: ${Object.keys(field.choices ?? {}).join(", ")}.`);
    default:
      return readLink(field.type as LinkType, label, text);
  }
}

const noSuchDay = (label: string, day: string) => `${label} is ${day}, a day that does not exist.`;

/** An address of the web; one that holds a name and a password is none. */
const isUrl = (text: string) => /^https?:\/\/[^\s/?#@]+([/?#][^\s\p{Cc}]*)?$/u.test(text);

function readLink(type: LinkType, label: string, text: string): ReadValue {
  if (type === "control")
    return /^XC-\d{2}$/.test(text) ? { value: text } : problem(`${label} must be a control such as XC-04.`);
  if (type === "exhibit")
    return parseExhibitNumber(text) === undefined
      ? problem(`${label} must be an exhibit such as EX-000012.`)
      : { value: text };
  return ID.test(text) ? { value: text } : problem(`${label} must be the id of a ${type}.`);
}

function readList(field: Field, given: unknown): ReadValue {
  if (!Array.isArray(given)) return problem(`${field.label} must be a list.`);
  if (given.length > MOST_LISTED) return problem(`${field.label} has more than ${MOST_LISTED} entries.`);
  const { label, origin, of = "text", choices } = field;
  const entryField: Field = { type: of, label, origin, required: true, ...(choices && { choices }) };
  const read = given.map((entry) => readFieldValue(entryField, entry));
  const wrong = read.find((entry) => "problem" in entry);
  if (wrong) return wrong;
  const value = [...new Set(read.map((entry) => (entry as { value: string }).value))];
  return field.fewest && value.length < field.fewest.count ? problem(field.fewest.words) : { value };
}

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  return isReal && at.getUTCFullYear() >= YEARS.from && at.getUTCFullYear() <= YEARS.to;
}

/** What is wrong with values as a whole, by field: those that the register does not have, and those that no one may type. */
export function unknownFields(register: Register, names: readonly string[]): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const name of names) {
    const field = Object.hasOwn(register.fields, name) ? register.fields[name] : undefined;
    const derived = register.derived && Object.hasOwn(register.derived, name) ? register.derived[name] : undefined;
    if (derived) problems.set(name, `${derived.label} is computed by Exhibit.`);
    else if (!field) problems.set(name, `${register.label} has no field ${name}.`);
    else if (field.origin === "collected" || field.origin === "done here")
      problems.set(name, `${field.label} is filled in by Exhibit.`);
  }
  return problems;
}
