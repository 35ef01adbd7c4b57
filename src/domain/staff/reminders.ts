/** Something that somebody of the staff has to do. */
export interface Owed {
  readonly title: string;
  /** When it was asked of them. */
  readonly since: Date;
  readonly due: Date;
}

const DAY_MS = 86_400_000;
const BEFORE_DAYS = 7;
const AGAIN_DAYS = 7;

/**
 * Whether somebody is to be written to at `now`, who was last told at `toldAt`: when something is asked of them, seven days before it is due,
 * when it is due, and every seven days from then. However many things are owed and however long nobody looked, it is one mail.
 */
export function isToRemind(owed: readonly Owed[], toldAt: Date, now: Date): boolean {
  return owed.some((item) => newestMoment(item, now.getTime()) > toldAt.getTime());
}

/** The last moment up to now at which one is told of it. */
function newestMoment({ since, due }: Owed, now: number): number {
  const [from, until] = [since.getTime(), due.getTime()];
  if (now >= until) return until + Math.floor((now - until) / (AGAIN_DAYS * DAY_MS)) * AGAIN_DAYS * DAY_MS;
  const before = until - BEFORE_DAYS * DAY_MS;
  if (before > from && now >= before) return before;
  return now >= from ? from : -Infinity;
}

/** How long somebody still has, or is late: "due today", "due in 3 days", "3 days overdue". */
export function dueWords(due: Date, now: Date): string {
  const days = Math.floor(due.getTime() / DAY_MS) - Math.floor(now.getTime() / DAY_MS);
  if (days === 0) return "due today";
  const amount = Math.abs(days) === 1 ? "1 day" : `${Math.abs(days)} days`;
  return days > 0 ? `due in ${amount}` : `${amount} overdue`;
}
