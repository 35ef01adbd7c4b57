import { findRegister } from "#catalog/registers/index.ts";
import { REVIEW_COUNTS_DAYS } from "#domain/reviews/review.ts";
import { duties } from "#domain/tasks/of-duties.ts";

/** A task that was due, in days of the year, and the day on which what it asks for was done. */
export interface Fall {
  readonly key: string;
  /** With its time of day as a fraction; null where nothing says when. */
  readonly due: number | null;
  readonly done: number;
}

const YEAR = 365;
/** How many days what is done counts, by the words of a task's key without what it is about. */
const counts: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.entries(duties).map(([kind, duty]) => [`duty ${kind}`, duty.counts])),
  "duty review logs": 31,
  "review next": REVIEW_COUNTS_DAYS,
  "policy renew": YEAR,
  "incidents update": 14,
  restore: YEAR,
  assurance: YEAR,
  "risks rate": YEAR,
  "sites plan": YEAR,
  "data diagram": YEAR,
};

/** For how long what closes a task counts, in days; undefined for what is asked once. */
export function periodOf(key: string, kind: string): number | undefined {
  const [first, register, task] = key.split(" ");
  return first === "register" && task === "confirm" ? findRegister(register!)!.confirmedForDays : counts[kind];
}

/**
 * What fell due otherwise than its period says, a sentence for each: twice for one day, earlier or later than what was done last counts, or
 * not at all although it should have by the last day. What counts until the end of a day is due a day later than what counts until an hour.
 */
export function offBeat(falls: readonly Fall[], kindOf: (key: string) => string, lastDay: number): string[] {
  const wrong: string[] = [];
  for (const [key, own] of Map.groupBy(falls, (fall) => fall.key)) {
    const dues = own.flatMap(({ due }) => (due === null ? [] : [due]));
    if (new Set(dues).size < dues.length) wrong.push(`${key} was due twice for one day: ${dues.join(", ")}`);
    const kind = kindOf(key);
    const period = periodOf(key, kind);
    if (period === undefined) continue;
    // The next access review is asked for from when the last one was closed, and not from when it was opened.
    const doneOf = (fall: Fall) =>
      kind === "review next"
        ? (falls.find((each) => kindOf(each.key) === "review" && each.done > fall.done)?.done ?? lastDay)
        : fall.done;
    for (const [at, fall] of own.entries()) {
      const next = own[at + 1];
      const from = doneOf(fall) + period;
      if (!next && from + 1 < lastDay) wrong.push(`${key}, done on day ${fall.done}, was never asked again`);
      const due = next ? Math.floor(next.due ?? Number.NaN) : from;
      if (due !== from && due !== from + 1)
        wrong.push(`${key}, done on day ${fall.done}, counts for ${period} days and was due on day ${due}`);
    }
  }
  return wrong;
}
