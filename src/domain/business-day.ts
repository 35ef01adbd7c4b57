const DAY_MS = 86_400_000;
const [SUNDAY, FRIDAY, SATURDAY] = [0, 5, 6];

/** The instant at which one business day is over: 24 hours, of which none on a Saturday or Sunday in UTC. */
export function afterBusinessDay(from: Date): Date {
  const at = from.getTime();
  const day = Math.floor(at / DAY_MS);
  // Day 0 was a Thursday: as a Date for each of thousands of alerts it took longer than all else that is asked of them.
  const weekday = (((day + 4) % 7) + 7) % 7;
  if (weekday === SATURDAY) return new Date((day + 3) * DAY_MS);
  if (weekday === SUNDAY) return new Date((day + 2) * DAY_MS);
  return new Date(at + (weekday === FRIDAY ? 3 : 1) * DAY_MS);
}
