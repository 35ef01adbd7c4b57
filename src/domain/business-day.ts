const DAY_MS = 86_400_000;

/** The instant at which one business day is over: 24 hours, of which none on a Saturday or Sunday in UTC. */
export function afterBusinessDay(from: Date): Date {
  let at = from.getTime();
  // Day 0 was a Thursday: as a Date for each of thousands of alerts it took longer than all else that is asked of them.
  const weekday = () => (((Math.floor(at / DAY_MS) + 4) % 7) + 7) % 7;
  const isWeekend = () => weekday() === 0 || weekday() === 6;
  if (isWeekend()) at = Math.floor(at / DAY_MS) * DAY_MS + (weekday() === 6 ? 2 : 1) * DAY_MS;
  at += DAY_MS;
  while (isWeekend()) at += DAY_MS;
  return new Date(at);
}
