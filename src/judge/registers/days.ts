/** Days that each month has, and instants of them in UTC: all engines read these as they are written. */
const WRITTEN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z)?$/;

const DAY_MS = 86_400_000;
let last: { readonly number: number; readonly day: string } = { number: Number.NaN, day: "" };

/** The day in UTC of an instant. Hundreds of thousands are asked for it, and those of one moment are asked again and again. */
export function dayOf(instant: Date | string): string {
  if (typeof instant === "string" && WRITTEN.test(instant)) return instant.slice(0, 10);
  const at = typeof instant === "string" ? new Date(instant) : instant;
  const number = Math.floor(at.getTime() / DAY_MS);
  // What is no instant has no number, which is not its own either.
  if (number !== last.number) last = { number, day: at.toISOString().slice(0, 10) };
  return last.day;
}

const MOST_REMEMBERED = 1_000;
const ends = new Map<string, number>();

/** The last moment of a day in UTC; long ago for what is no day. Thousands of records are of the same days. */
export function endOfDay(day: string): Date {
  const known = ends.get(day);
  if (known !== undefined) return new Date(known);
  const start = Date.parse(`${day}T00:00:00Z`);
  const end = Number.isNaN(start) ? 0 : start + DAY_MS;
  if (ends.size >= MOST_REMEMBERED) ends.clear();
  ends.set(day, end);
  return new Date(end);
}
