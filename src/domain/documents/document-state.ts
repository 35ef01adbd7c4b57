import { countsAlone } from "../alone.ts";
import { daysAfter, endOfDay } from "../calendar-day.ts";

/** A person's answer to a filing. */
export interface DocumentReview {
  readonly accepted: boolean;
  /** Why it was returned; empty where it was accepted. */
  readonly reason: string;
  /** Whether whoever filed it reviewed it, because nobody else could; absent where another person did. */
  readonly own?: boolean;
  /** Until when such a review counts, as `countsUntil` says it; where it is absent it does not. */
  readonly ownUntil?: Date | null | undefined;
}

/** An item that somebody filed as an expected document. Withdrawn filings, and those of a superseded item, are none. */
export interface DocumentFiling {
  /** First and last day in UTC of the period that it covers, `2026-11-22`. */
  readonly from: string;
  readonly to: string;
  /** Its place in the ledger, which orders filings. */
  readonly ledgerIndex: number;
  /** The review that stands; null while it waits for one. There is never more than one, so that none hides another. */
  readonly review: DocumentReview | null;
  /** Whether it was printed from registers: it counts only while they are confirmed. */
  readonly printed?: boolean;
}

/**
 * How an expected document of a control stands. `on file`: filed, accepted by a reviewer, and its time is not over. `waiting`: the
 * newest filing was not reviewed, or by who filed it although another person could have for a month. `returned`: the newest filing was sent back. `expired`: the time of all filings is over.
 * `not applicable`: a decision says so. `missing`: nothing is filed as it.
 */
export type DocumentState<Filing extends DocumentFiling = DocumentFiling> =
  | { readonly state: "missing" | "not applicable"; readonly filing: null; readonly until: null }
  | { readonly state: "on file"; readonly filing: Filing; readonly until: string }
  | { readonly state: "waiting" | "returned" | "expired"; readonly filing: Filing; readonly until: string };

/** Whether a filing was accepted, and that counts now: what its own filer accepted does for as long as nobody else could, and a month. */
export const isAccepted = ({ review }: DocumentFiling, now: Date): boolean =>
  review?.accepted === true && (review.own !== true || countsAlone(review.ownUntil, now));

/** When a filing stops to count if nothing happens. */
export function endOf(filing: DocumentFiling, validForDays: number): Date {
  const end = endOfDay(lastDayOf(filing, validForDays));
  const own = filing.review?.own === true ? filing.review.ownUntil : null;
  return own && own < end ? own : end;
}

/** The last day in UTC on which a filing counts: as many days after its period as the library gives this document. */
export function lastDayOf({ to }: Pick<DocumentFiling, "to">, validForDays: number): string {
  return daysAfter(to, validForDays);
}

interface Facts<Filing extends DocumentFiling> {
  readonly validForDays: number;
  readonly filings: readonly Filing[];
  /** Whether a decision that holds says that the document does not apply. */
  readonly notApplicable: boolean;
}

/**
 * How an expected document stands at `now`. Only a filing that a reviewer accepted makes it `on file`; taking a filing or a review
 * away never does, and neither does time. Of filings whose time is not over the accepted one that lasts longest counts, otherwise the
 * newest.
 */
export function documentState<Filing extends DocumentFiling>(
  { validForDays, filings, notApplicable }: Facts<Filing>,
  now: Date,
): DocumentState<Filing> {
  if (notApplicable) return { state: "not applicable", filing: null, until: null };
  const until = (filing: Filing) => lastDayOf(filing, validForDays);
  const live = filings.filter((filing) => endOfDay(until(filing)) > now);
  const end = (filing: Filing) => endOf(filing, validForDays).getTime();
  const accepted = best(
    live.filter((filing) => isAccepted(filing, now)),
    (a, b) => end(a) - end(b) || a.ledgerIndex - b.ledgerIndex,
  );
  if (accepted) return { state: "on file", filing: accepted, until: until(accepted) };
  const newest = (some: readonly Filing[]) => best(some, (a, b) => a.ledgerIndex - b.ledgerIndex);
  const open = newest(live);
  if (open)
    return { state: open.review?.accepted === false ? "returned" : "waiting", filing: open, until: until(open) };
  const over = newest(filings);
  if (over) return { state: "expired", filing: over, until: until(over) };
  return { state: "missing", filing: null, until: null };
}

function best<T>(some: readonly T[], compare: (a: T, b: T) => number): T | undefined {
  return some.toSorted(compare).at(-1);
}

/** Why a period cannot be filed; undefined where it can. */
export function periodProblem(
  { from, to }: { readonly from: string; readonly to: string },
  { today, collectedOn }: { readonly today: string; readonly collectedOn: string },
): "period-ahead" | "period-order" | "period-after-item" | undefined {
  if (from > today || to > today) return "period-ahead";
  if (from > to) return "period-order";
  if (to > collectedOn) return "period-after-item";
  return undefined;
}

/**
 * The period that a filing form begins with: for a report the time for which the library lets one count, ending on the day the item is
 * from; for anything else that day alone, because it says how things stand.
 */
export function usualPeriod(
  { type, validForDays }: { readonly type: string; readonly validForDays: number },
  itemOf: string,
): { readonly from: string; readonly to: string } {
  return { from: type === "Report" ? daysAfter(itemOf, 1 - validForDays) : itemOf, to: itemOf };
}
