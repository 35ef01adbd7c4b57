const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Everything of a day, one of each day of a week, one of each week after that. */
const [ALL_OF_MS, DAILY_MS] = [DAY, 7 * DAY];
/** Nothing is older: by then, what was erased is out of every backup. */
const MOST_MS = 35 * DAY;

/** Which of these backups, by when they were written, are kept now: the newest always. */
export function keptBackups(written: readonly Date[], now: Date): ReadonlySet<Date> {
  const newestFirst = written.toSorted((a, b) => b.getTime() - a.getTime());
  const taken = new Set<string>();
  const kept = newestFirst.filter((at) => {
    const age = now.getTime() - at.getTime();
    if (age > MOST_MS) return false;
    if (age <= ALL_OF_MS) return true;
    const unit = age <= DAILY_MS ? DAY : 7 * DAY;
    const period = `${unit} ${Math.floor(at.getTime() / unit)}`;
    if (taken.has(period)) return false;
    taken.add(period);
    return true;
  });
  return new Set([...newestFirst.slice(0, 1), ...kept]);
}
