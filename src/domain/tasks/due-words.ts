const DAY_MS = 86_400_000;

/** How far away the end of something is: `2 days overdue`, `due today`, `in 9 days`. Days are those of UTC. */
export function dueWords(due: Date, now: Date): { readonly words: string; readonly isLate: boolean } {
  if (due <= now) {
    const days = Math.max(1, Math.ceil((now.getTime() - due.getTime()) / DAY_MS));
    // Nobody counts in days what is late for seasons.
    const words = days === 1 ? "1 day" : days < 90 ? `${days} days` : `${Math.floor(days / 30)} months`;
    return { words: `${words} overdue`, isLate: true };
  }
  // What is due by the end of a day ends with the first moment of the next.
  const dayOf = (at: number) => Math.floor(at / DAY_MS);
  const days = dayOf(due.getTime() - 1) - dayOf(now.getTime());
  return { words: days === 0 ? "due today" : days === 1 ? "due tomorrow" : `in ${days} days`, isLate: false };
}
