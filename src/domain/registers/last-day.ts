import type { RecordFields, Register } from "./register.ts";

const DAY_MS = 86_400_000;

/**
 * The fields of a record that ends, where its register asks for a last day: with `lastDay` its end is the end of that day (UTC), without one it
 * stays as the record says. Undefined where a last day is missing, is not over by tomorrow, or comes before the record begins.
 */
export function fieldsAtEnd(
  { lastDay: asked }: Register,
  fields: RecordFields,
  { reason, lastDay, now }: { readonly reason: string; readonly lastDay?: string | undefined; readonly now: Date },
): RecordFields | undefined {
  if (!asked) return fields;
  // Whoever is a day ahead of UTC says tomorrow.
  const latest = now.getTime() + 2 * DAY_MS;
  if (lastDay !== undefined && lastDay !== "") {
    const end = Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS;
    const begins = Date.parse(String(fields["startsAt"] ?? ""));
    if (Number.isNaN(end) || end > latest || end <= begins) return undefined;
    return { ...fields, [asked.field]: new Date(end).toISOString() };
  }
  if (asked.unless.includes(reason.trim())) return fields;
  const known = Date.parse(String(fields[asked.field] ?? ""));
  return known <= latest ? fields : undefined;
}
