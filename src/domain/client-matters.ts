/** The last day on which the files of a closed matter are kept; a leap day's anniversary is the day before March 1. */
export function keptUntil(closedOn: string, years: number): string {
  const [year = 0, month = 1, day = 1] = closedOn.split("-").map(Number);
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return new Date(Date.UTC(year + years, month - 1, Math.min(day, last))).toISOString().slice(0, 10);
}
