/**
 * Whether sweeps try every case. `npm test` tries those that differ in kind, so that it ends in the time that somebody waits
 * for it; `npm run test:long -- every-case` tries the others as well.
 */
export const everyCase = process.env["EVERY_CASE"] === "1";

const DAY_MS = 86_400_000;

/** The day of a whole run, which scripts/test.ts says once; `CASES_OF_DAY=2026-11-30` repeats what was tried on another. */
const today = process.env["CASES_OF_DAY"] ?? new Date().toISOString().slice(0, 10);

/**
 * Of cases that are alike, every `of`th, and on the next day the ones behind those: each has its turn within `of` days. Sweeps
 * that ask many of the same begin at places of their own, `from`, so that all cases are tried of something on each day.
 */
export function casesOfDay<T>(day: string, cases: readonly T[], of: number, from = 0): readonly T[] {
  const turn = Math.floor(Date.parse(day) / DAY_MS) + from;
  return cases.filter((_, at) => (at + turn) % of === 0);
}

/** Those of `cases` that this run tries: all where every case is tried, and else the ones whose day it is ({@link casesOfDay}). */
export function turnOf<T>(cases: readonly T[], of: number, from = 0): readonly T[] {
  return everyCase ? cases : casesOfDay(today, cases, of, from);
}
