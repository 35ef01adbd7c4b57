import { REVIEW_TAKES_DAYS } from "#domain/reviews/review.ts";
import type { SnapshotRow } from "#domain/registers/snapshot.ts";
import { dayOf } from "./days.ts";
import { fails, instantOf as readInstant, isUnknown, some } from "./registers.ts";
import type { RegisterVerdict } from "./registers.ts";

const DAY_MS = 86_400_000;
export const inDays = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);
/** An instant of a row; long ago where it has none that can be read. */
export const instantOf = (row: SnapshotRow, field: string): Date => readInstant(row, field) ?? new Date(0);

/** Clocks of two processes may differ: what came so much later than a review was closed came with it, and the review is closed so much before. */
const CLOCK_DAYS = 1;

interface Closed {
  readonly population: SnapshotRow;
  readonly rows: readonly SnapshotRow[];
  readonly closedAt: Date;
}

/** Said where accounts were decided at no time that can be read, or after their review was closed: a removal would never be due. */
export function decidedLater({ rows, closedAt }: Closed, labelOf: (row: SnapshotRow) => string): string | undefined {
  const end = inDays(closedAt, CLOCK_DAYS);
  const later = rows.filter((row) => {
    const at = readInstant(row, "decidedAt");
    return at === undefined || end < at;
  });
  return later.length === 0
    ? undefined
    : `Decided at no time that can be read, or after the review was closed: ${some(later.map(labelOf))}. Review them again.`;
}

/** What is said of a review whose accounts are none of when it was closed; undefined where they are. */
export function readElsewhen({ population, closedAt }: Closed): RegisterVerdict | undefined {
  const seenAt = instantOf(population, "seenAt");
  if (inDays(closedAt, CLOCK_DAYS) < seenAt)
    return fails(`Its accounts were read after the review was closed, on ${dayOf(seenAt)}. Start another review.`);
  if (inDays(seenAt, REVIEW_TAKES_DAYS) < closedAt)
    return fails(
      `Its accounts were read more than ${REVIEW_TAKES_DAYS} days before the review was closed. Start another review.`,
    );
  return undefined;
}

/** What is said of a review that was closed later than now, by more than clocks may differ; undefined of any other. */
export const closedLater = ({ closedAt }: Closed, now: Date): RegisterVerdict | undefined =>
  inDays(now, CLOCK_DAYS) < closedAt
    ? isUnknown("The last access review says that it was closed later than now.")
    : undefined;

/** What is said of a review that was closed later than now, or of which what it was about was withdrawn since; undefined of any other. */
export function saysNothing(review: Closed, now: Date): RegisterVerdict | undefined {
  const later = closedLater(review, now);
  if (later) return later;
  const { population } = review;
  const [exhibit] = population.withdrawn;
  return exhibit === undefined
    ? undefined
    : isUnknown(`Its accounts came from ${exhibit}, which was withdrawn. Review them again.`);
}
