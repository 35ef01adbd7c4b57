const DAY_MS = 86_400_000;

/** The instant at which a day ends, in UTC. */
export const endOfTypedDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString();

/** The day that ends at this instant; undefined where it is a time of a day. */
export function dayEndedBy(instant: string): string | undefined {
  if (!instant.endsWith("T00:00:00.000Z")) return undefined;
  return new Date(Date.parse(instant) - DAY_MS).toISOString().slice(0, 10);
}
