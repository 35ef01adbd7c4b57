const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The instant at which `days` working days, of 24 hours each, are over. Saturdays and Sundays in `timeZone` do not count:
 * what begins on one begins with Monday. Holidays are not known. Throws RangeError for a time zone that does not exist.
 */
export function afterWorkingDays(from: Date, days: number, timeZone: string): Date {
  const day = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short" });
  const isWeekend = (instant: number) => ["Sat", "Sun"].includes(day.format(instant));
  let at = isWeekend(from.getTime()) ? nextMonday(from.getTime(), isWeekend) : from.getTime();
  for (let passed = 0; passed < days; passed += 1) {
    at += DAY_MS;
    while (isWeekend(at)) at += DAY_MS;
  }
  return new Date(at);
}

/** The first instant behind a weekend: found by halves, because a day of a zone may have 23 or 25 hours. */
function nextMonday(within: number, isWeekend: (instant: number) => boolean): number {
  let [weekend, working] = [within, within];
  while (isWeekend(working)) working += DAY_MS;
  while (working - weekend > 1) {
    const middle = Math.floor((weekend + working) / 2);
    if (isWeekend(middle)) weekend = middle;
    else working = middle;
  }
  return working;
}

/** Whether a time zone exists, by its IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
