import { standingIn } from "./due.ts";

/** People for whom the same is true in a course that they need. */
export interface Group {
  readonly people: number;
  /** Since when they are asked to learn. */
  readonly since: Date;
  /** When they passed it last; undefined where they never did. */
  readonly passedAt: Date | undefined;
}

/** What is left of a course. */
export interface CourseCount {
  /** Who has no pass that is good. */
  readonly left: number;
  readonly late: number;
  /** Whose pass ends soon. */
  readonly again: number;
  /** The first day of all who are to take it; null where nobody is. */
  readonly nextDue: Date | null;
}

/** How many people are to take a course at `now`, by the rules of {@link standingIn} for each of them. */
export function countStandings(course: string, groups: readonly Group[], now: Date): CourseCount {
  let [left, late, again, next] = [0, 0, 0, Infinity];
  for (const { people, since, passedAt } of groups) {
    const finished = passedAt === undefined ? [] : [{ course, passed: true, at: passedAt }];
    const { passedUntil, due, isToDo } = standingIn(course, finished, { startsAt: since, addedAt: since }, now);
    if (!passedUntil) left += people;
    if (!passedUntil && due <= now) late += people;
    if (passedUntil && isToDo) again += people;
    if (isToDo) next = Math.min(next, (passedUntil ?? due).getTime());
  }
  return { left, late, again, nextDue: next === Infinity ? null : new Date(next) };
}
