import type { Beside, RecordFields, Register } from "./register.ts";

/** What follows from a record's fields on the day of `now`, in words, by the derived fields of its register. */
export function derivedValues(
  { derived = {} }: Register,
  fields: RecordFields,
  now: Date,
  beside: Beside,
  id: string,
): Record<string, string> {
  const today = now.toISOString().slice(0, 10);
  const said = Object.entries(derived).map(([name, { of }]) => [name, of(fields, today, now, beside, id)] as const);
  return Object.fromEntries(said.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}
