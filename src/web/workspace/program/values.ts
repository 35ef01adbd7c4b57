import { dayIn, endOfTypedDay } from "#domain/registers/end-of-day.ts";
import { exactTime, longDate } from "#web/design/dates.ts";
import type { FieldValue, RegisterField } from "./registers.ts";

/** What a link's target is called. */
export type NameOf = (target: string) => string;

/** A value as people read it; of a link its target's name. */
export function valueWords(field: RegisterField | undefined, value: FieldValue, nameOf: NameOf): string {
  if (Array.isArray(value)) {
    const wordsOf = field?.of === "choice" ? (entry: string) => choiceWords(field, entry) : nameOf;
    return value.map(wordsOf).join(field?.of === "choice" ? ", " : "; ");
  }
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return numberWords(field, value);
  switch (field?.type) {
    case "date":
      return longDate(value);
    case "instant":
      return value.endsWith("T00:00:00.000Z") ? longDate(dayIn(field, value)) : exactTime(value);
    case "choice":
      return choiceWords(field, value);
    case "person":
    case "record":
    case "system":
    case "control":
    case "exhibit":
      return nameOf(value);
    default:
      return value;
  }
}

const choiceWords = ({ choices }: RegisterField, value: string) =>
  choices.find(({ key }) => key === value)?.label ?? value;

/** `4 hours`; of a scale its step, `4 Likely`. */
function numberWords(field: RegisterField | undefined, value: number): string {
  const said = value.toLocaleString("en-US");
  if (field?.type === "scale") return `${said} ${choiceWords(field, String(value))}`;
  return field?.unit ? `${said} ${value === 1 ? field.unit.single : field.unit.many}` : said;
}

/** What a form's inputs are called: as the API names the field in a refusal. */
export const inputName = (key: string) => `fields.${key}`;
export const timeName = (key: string) => `time.${key}`;

/** A value as a form's inputs hold it: the first is the field's own, the second the time of an instant. */
export function typedOf(field: RegisterField, value: FieldValue | undefined): readonly [string, string] {
  if (value === undefined) return ["", ""];
  if (Array.isArray(value)) return [value.join("\n"), ""];
  if (field.type === "instant" && typeof value === "string")
    return [dayIn(field, value).slice(0, 10), value.slice(11, 16).replace("00:00", "")];
  if (typeof value === "boolean") return [value ? "yes" : "no", ""];
  return [String(value), ""];
}

/** What was typed, as the API takes it; null where nothing is. What is no number, or no day, goes as it was typed, for the API to say so. */
export function givenOf(field: RegisterField, typed: Readonly<Record<string, string>>): FieldValue | null {
  const text = (typed[inputName(field.key)] ?? "").trim();
  const time = typed[timeName(field.key)] ?? "";
  if (text === "") return null;
  switch (field.type) {
    case "list":
      return text.split("\n").flatMap((line) => line.trim() || []);
    case "flag":
      return text === "yes";
    case "number":
    case "scale":
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case "instant":
      return time === "" && field.endsDay ? (endOfTypedDay(text) ?? text) : `${text}T${time || "00:00"}:00.000Z`;
    default:
      return text;
  }
}

/** Whether two values are the same to the record. */
export function isSame(first: FieldValue | null | undefined, second: FieldValue | null | undefined): boolean {
  return JSON.stringify(first ?? null) === JSON.stringify(second ?? null);
}

/** What of the typed values differs from the record; a field that was emptied is null. */
export function changedOf(
  fields: readonly RegisterField[],
  typed: Readonly<Record<string, string>>,
  before: Readonly<Record<string, FieldValue>>,
): Record<string, FieldValue | null> {
  const changed: Record<string, FieldValue | null> = {};
  for (const field of fields) {
    // As the form itself would hold what was there: seconds of an instant are kept where nobody touched it.
    const [text, time] = typedOf(field, before[field.key]);
    const was = givenOf(field, { [inputName(field.key)]: text, [timeName(field.key)]: time });
    const now = givenOf(field, typed);
    if (!isSame(was, now)) changed[field.key] = now;
  }
  return changed;
}
