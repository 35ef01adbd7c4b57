/** A day on which a record said that somebody starts, and until when it said so. */
export interface SaidStart {
  readonly startsAt: string;
  readonly until: Date;
}

/** For so long after a record was added its day may be mended as if it had never been another. */
const MENDED_MS = 86_400_000;

/**
 * The earliest day on which somebody started, by what their record says now and by what it said before. Whoever is late gets no new time by
 * a later day, and nobody who had started is taken out of those who are asked. A day that was put off before it came is none on which they
 * started. Pure.
 */
export function firstStart(now: string, addedAt: Date, before: readonly SaidStart[]): string {
  return before.reduce((first, { startsAt, until }) => {
    const wasMended = until.getTime() - addedAt.getTime() < MENDED_MS;
    const hadCome = Date.parse(startsAt) < until.getTime();
    return hadCome && !wasMended && Date.parse(startsAt) < Date.parse(first) ? startsAt : first;
  }, now);
}
