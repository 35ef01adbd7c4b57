/** Headers of an answer, names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** A vendor whose clock is further off than this is not asked for the time. */
const MOST_SKEW_MS = 5 * 60 * 1_000;

/** When the vendor says that it answered; undefined without a Date header, or with one that cannot be read. */
export function answeredAt(headers: Headers): Date | undefined {
  return readDate(headers["date"]);
}

/** The instant of an observation: the answer's own, or `now` where it has none or is more than five minutes off. */
export function observedAt(headers: Headers, now: Date): Date {
  const own = answeredAt(headers);
  return own && Math.abs(own.getTime() - now.getTime()) <= MOST_SKEW_MS ? own : now;
}

/**
 * Milliseconds until a vendor's instant, never negative: a number of seconds from now, seconds or milliseconds since 1970,
 * an HTTP date, or ISO 8601. An instant is counted from the answer's own Date, so that a wrong clock on either side does no harm.
 */
export function msUntil(value: string | undefined, headers: Headers, now: Date): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  const from = (answeredAt(headers) ?? now).getTime();
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    // A year in seconds: nobody asks to be left alone for so long.
    if (number < 31_536_000) return number * 1_000;
    return Math.max(0, (number < 1e11 ? number * 1_000 : number) - from);
  }
  const date = readDate(text);
  return date && Math.max(0, date.getTime() - from);
}

function readDate(text: string | undefined): Date | undefined {
  const ms = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms);
}
