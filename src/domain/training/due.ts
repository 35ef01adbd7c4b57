import { FIRST_DAYS, PASSED_FOR_DAYS } from "./quiz.ts";

const DAY_MS = 86_400_000;
/** A course that ends soon is offered again so many days before. */
export const AGAIN_DAYS = 30;

/** A course that somebody finished. */
export interface Finished {
  readonly course: string;
  readonly passed: boolean;
  readonly at: Date;
}

/** How somebody stands in a course that they need. */
export interface Standing {
  /** Until when a pass is good; undefined where there is none that is good. */
  readonly passedUntil: Date | undefined;
  readonly passedAt: Date | undefined;
  /** Until when they have to pass it, next. */
  readonly due: Date;
  /** Whether it is offered to them now: it was never passed, or ends soon. */
  readonly isToDo: boolean;
}

/** Since when somebody of the staff is asked to learn. */
export interface Asked {
  /** Their first day. */
  readonly startsAt: Date;
  /** When they were added to Exhibit: whoever worked here before is asked from then on, and late for nothing earlier. */
  readonly addedAt: Date;
}

/** From when their time to learn is counted. */
export const sinceOf = ({ startsAt, addedAt }: Asked): Date =>
  new Date(Math.max(startsAt.getTime(), addedAt.getTime()));

/** How somebody stands in a course at `now`. */
export function standingIn(course: string, finished: readonly Finished[], asked: Asked, now: Date): Standing {
  const passes = finished.filter((item) => item.course === course && item.passed && item.at <= now);
  const last = Math.max(...passes.map(({ at }) => at.getTime()));
  const first = new Date(sinceOf(asked).getTime() + FIRST_DAYS * DAY_MS);
  if (passes.length === 0) return { passedUntil: undefined, passedAt: undefined, due: first, isToDo: true };
  const until = new Date(last + PASSED_FOR_DAYS * DAY_MS);
  const passedUntil = until > now ? until : undefined;
  return {
    passedUntil,
    passedAt: new Date(last),
    due: until > first ? until : first,
    isToDo: until.getTime() - AGAIN_DAYS * DAY_MS <= now.getTime(),
  };
}

/** What {@link standingIn} says of many people at once, by the instants that it compares with. */
interface Thresholds {
  /** A pass is good if it was later than this. */
  readonly goodAfter: Date;
  /** And it is not offered again yet if it was later than this. */
  readonly lastingAfter: Date;
  /** Who is asked since then or before is late, but for a pass that is good. */
  readonly lateSince: Date;
}

/** The instants by which somebody stands in a course as {@link standingIn} says at `now`. */
export function thresholdsAt(now: Date): Thresholds {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return {
    goodAfter: before(PASSED_FOR_DAYS),
    lastingAfter: before(PASSED_FOR_DAYS - AGAIN_DAYS),
    lateSince: before(FIRST_DAYS),
  };
}
