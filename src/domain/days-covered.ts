import type { ControlStatus } from "./control-status.ts";

const DAY = 24 * 60 * 60 * 1000;

/** One line of a control's recorded history: from `at` on it had this status, until the next line. */
export interface StatusChange {
  readonly at: Date;
  readonly status: ControlStatus;
  /** One sentence. */
  readonly reason: string;
}

/** Days in UTC, `2026-01-31`; both belong to it. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Days that follow each other and are not covered for the same reason. */
export interface Gap extends DayRange {
  /** Null where nothing is recorded. */
  readonly status: ControlStatus | null;
  readonly reason: string;
}

export interface DaysCovered {
  readonly covered: number;
  /** Days of the window that have passed to their end. */
  readonly passed: number;
  /** Every passed day that is not covered, oldest first. */
  readonly gaps: readonly Gap[];
}

const NOTHING_RECORDED = "Nothing was recorded yet.";

/**
 * On how many of the window's passed days a control was passing, or did not apply, during the whole day by its recorded
 * history. Days are UTC. What is not recorded is not covered, and today has not passed. The order of `changes` does not
 * matter; of several at the same instant, one that is not covered stands, so that no order of writing makes a day.
 */
export function daysCovered(changes: readonly StatusChange[], window: DayRange, now: Date): DaysCovered {
  const history = inOrder(changes);
  const first = startOfDay(window.from);
  const end = Math.min(startOfDay(window.to) + DAY, Math.floor(now.getTime() / DAY) * DAY);
  const passed = Math.max(0, Math.round((end - first) / DAY));
  const gaps: Gap[] = [];
  let covered = 0;
  let next = 0;
  let standing: StatusChange | null = null;
  for (let day = 0; day < passed; day++) {
    const start = first + day * DAY;
    while (next < history.length && history[next]!.at.getTime() <= start) standing = history[next++]!;
    let against = standing && isCovered(standing) ? undefined : standing;
    while (next < history.length && history[next]!.at.getTime() < start + DAY) {
      standing = history[next++]!;
      if (against === undefined && !isCovered(standing)) against = standing;
    }
    if (against === undefined) covered += 1;
    else addDay(gaps, dayOf(start), against);
  }
  return { covered, passed, gaps };
}

/** The day in UTC that an instant belongs to, `2026-01-31`. */
export function dayOf(instant: Date | number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function addDay(gaps: Gap[], day: string, against: StatusChange | null): void {
  const { status, reason } = against ?? { status: null, reason: NOTHING_RECORDED };
  const last = gaps.at(-1);
  const goesOn = last && startOfDay(last.to) + DAY === startOfDay(day);
  if (goesOn && last.status === status && last.reason === reason) gaps[gaps.length - 1] = { ...last, to: day };
  else gaps.push({ from: day, to: day, status, reason });
}

/** By time; at the same instant what is not covered comes last and stands, by its words where there are several. */
export function inOrder(changes: readonly StatusChange[]): StatusChange[] {
  return changes.toSorted(
    (a, b) =>
      a.at.getTime() - b.at.getTime() ||
      Number(isCovered(b)) - Number(isCovered(a)) ||
      compare(a.status, b.status) ||
      compare(a.reason, b.reason),
  );
}

function isCovered({ status }: StatusChange): boolean {
  return status === "passing" || status === "not applicable";
}

function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
