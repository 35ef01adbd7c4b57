/** Whether a value that somebody else wrote is what it should be. */
export type Shape = (value: unknown) => boolean;

export const text: Shape = (value) => typeof value === "string";
export const flag: Shape = (value) => typeof value === "boolean";
export const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);
export const matching =
  (pattern: RegExp): Shape =>
  (value) =>
    typeof value === "string" && pattern.test(value);
export const oneOf =
  (...values: readonly unknown[]): Shape =>
  (value) =>
    values.includes(value);
export const integerFrom =
  (least: number): Shape =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least;
export const integerBetween =
  (least: number, most: number): Shape =>
  (value) =>
    integerFrom(least)(value) && (value as number) <= most;
export const count = integerFrom(0);
export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);

const isDayOfCalendar = (day: string) => {
  // Each month has these; hundreds of thousands of instants are read in a row.
  if (/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/.test(day)) return true;
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === day;
};

/** A day that the calendar has, `2026-11-22`. Engines take February 30 for a day in March, or for none. */
export const day: Shape = (value) => matching(/^\d{4}-\d\d-\d\d$/)(value) && isDayOfCalendar(value as string);

/** An instant of such a day in ISO 8601, `2026-11-22T10:00:00.000Z`. */
export const instant: Shape = (value) =>
  matching(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/)(value) &&
  isDayOfCalendar((value as string).slice(0, 10)) &&
  !Number.isNaN(Date.parse(value as string));

/** These fields and no others: what a judge or an issuer says besides would be compared with nothing. */
export const record =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).length === Object.keys(fields).length &&
    Object.entries(fields).every(
      ([name, shape]) => Object.hasOwn(value, name) && shape((value as Readonly<Record<string, unknown>>)[name]),
    );

const said = {
  reason: text,
  progress: record({ decided: count, asked: count }),
  restsOn: record({ exhibits: listOf(count), entries: listOf(count) }),
};
const counts = record({ machine: count, register: count, person: count, documents: count, notApplicable: count });

/** The fields of what a judge says of a check, and of a control: see CheckSaid and ControlSaid. */
export const checkSaid = { ...said, check: text, outcome: text, basis: orNull(text) };
export const controlSaid = { ...said, control: text, status: text, basis: counts, checks: listOf(text) };
