const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Work on stored files is looked for so often. */
export const SCRUB_VISIT_MS = 5 * MINUTE;
/** A round begins so long after the one before began, and is spread over the time: whatever was filed behind it is read in the next. */
export const SCRUB_ROUND_MS = 14 * DAY;
/** Every stored file is read within so many days; later than that, operators are told. */
export const SCRUBBED_WITHIN_MS = 30 * DAY;

/** So much is read in a visit at least, and at most: 10 MB a second. */
const [LEAST_ITEMS, LEAST_BYTES, MOST_BYTES] = [500, 64 * 1024 ** 2, 3 * 1024 ** 3];

/** What a round has to read. */
export interface ScrubTotals {
  readonly items: number;
  readonly bytes: number;
}

/** What one visit may read of a round, so that the round ends before the next begins and no disk is kept busy. */
export function scrubBudget({ items, bytes }: ScrubTotals): ScrubTotals {
  const visits = SCRUB_ROUND_MS / SCRUB_VISIT_MS;
  return {
    items: Math.max(LEAST_ITEMS, Math.ceil(items / visits)),
    bytes: Math.min(MOST_BYTES, Math.max(LEAST_BYTES, Math.ceil(bytes / visits))),
  };
}

/** How far a round is. */
export interface ScrubRound {
  readonly beganAt: Date | null;
  readonly finishedAt: Date | null;
}

/** What was noted by a clock that was ahead is not believed: no round began or ended later than now. */
export const knownOf = ({ beganAt, finishedAt }: ScrubRound, now: Date): ScrubRound => {
  const until = (at: Date | null) => (at !== null && at <= now ? at : null);
  return { beganAt: until(beganAt), finishedAt: until(finishedAt) };
};

/** Whether a round is under way. */
export const isScrubbing = ({ beganAt, finishedAt }: ScrubRound): boolean =>
  beganAt !== null && (finishedAt === null || finishedAt < beganAt);

/** Whether a new round begins now. */
export const isRoundDue = (round: ScrubRound, now: Date): boolean =>
  !isScrubbing(round) && (round.beganAt === null || now.getTime() - round.beganAt.getTime() >= SCRUB_ROUND_MS);
