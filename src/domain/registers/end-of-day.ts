const DAY_MS = 86_400_000;

/** The instant at which a day ends, in UTC; undefined where there is no such day. */
export function endOfTypedDay(day: string): string | undefined {
  const at = day.length === 10 ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const end = new Date(at + DAY_MS).toISOString();
  return dayEndedBy(end) === day ? end : undefined;
}

/** The day that ends at this instant; undefined where it is a time of a day. */
export function dayEndedBy(instant: string): string | undefined {
  if (instant !== `${instant.slice(0, 10)}T00:00:00.000Z`) return undefined;
  const at = Date.parse(instant);
  return Number.isNaN(at) ? undefined : new Date(at - DAY_MS).toISOString().slice(0, 10);
}

/** An instant as people read it: of a midnight that ends a day, that day. */
export const dayIn = ({ endsDay }: { readonly endsDay?: boolean }, value: string): string =>
  (endsDay ? dayEndedBy(value) : undefined) ?? value;
