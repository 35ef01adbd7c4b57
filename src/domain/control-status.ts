import { calendarDate } from "./calendar-date.ts";
import { formatExhibitNumber } from "./exhibit-number.ts";
import type { CheckOutcome } from "./verdict.ts";

export type ControlStatus = "passing" | "failing" | "needs evidence" | "not applicable";

/** The newest result of one check from one source. It counts while `now` is before `validUntil`. */
export interface CheckResult {
  readonly checkId: string;
  readonly title: string;
  readonly source: string;
  readonly outcome: CheckOutcome;
  /** One sentence. */
  readonly reason: string;
  readonly observedAt: Date;
  readonly validUntil: Date;
  /** The number of the item it comes from. */
  readonly number?: number;
}

export interface FiledItem {
  readonly number: number;
  readonly name: string;
  readonly validUntil: Date;
  readonly filedAt?: Date;
}

export interface ControlFacts {
  readonly now: Date;
  /** An admin's latest decision about this control, if there is one. */
  readonly applicability?: { readonly applicable: boolean; readonly reason: string } | null | undefined;
  readonly checks: readonly CheckResult[];
  /** Checks that are unknown only because parts of them were not read yet: they count for nothing, and explain what is missing. */
  readonly unread?: readonly { readonly title: string; readonly reason: string }[];
  readonly evidence: {
    /** Items ever filed under the control. */
    readonly count: number;
    /** An item that is valid now. */
    readonly valid: FiledItem | null;
    /** The newest item, where it has expired. */
    readonly expired: FiledItem | null;
  };
}

export interface ControlVerdict {
  readonly status: ControlStatus;
  /** One sentence. */
  readonly reason: string;
}

/**
 * A control's status now. In this order: an admin's decision that it does not apply; a valid failing result; a valid
 * unknown or a stale result, which need evidence because unknown is never green; nothing valid on file, which needs
 * evidence; otherwise it passes, on a valid item or a valid passing result. Results that do not apply count for nothing.
 */
export function controlStatus({ now, applicability, checks, unread = [], evidence }: ControlFacts): ControlVerdict {
  if (applicability?.applicable === false)
    return { status: "not applicable", reason: sentence(`Declared not applicable: ${applicability.reason.trim()}`) };

  const inOrder = checks.toSorted((a, b) => compare(a.checkId, b.checkId) || compare(a.source, b.source));
  const valid = inOrder.filter((check) => now < check.validUntil);
  const failing = valid.filter((check) => check.outcome === "fail");
  if (failing.length > 0) return { status: "failing", reason: lead(failing, "checks fail") };

  const needs = (reason: string): ControlVerdict => ({ status: "needs evidence", reason });
  const unknown = valid.filter((check) => check.outcome === "unknown");
  if (unknown.length > 0) return needs(lead(unknown, "checks are not decided"));
  const stale = inOrder.find((check) => !valid.includes(check));
  if (stale)
    return needs(`${stale.title}: ${WAS[stale.outcome]} on ${calendarDate(stale.observedAt)}, too long ago to count.`);

  const passing = valid.filter((check) => check.outcome === "pass").length;
  const item = evidence.valid && now < evidence.valid.validUntil ? evidence.valid : null;
  if (!item && passing === 0)
    return needs(unread.length > 0 ? lead(unread, "checks are not decided") : nothingValid(evidence));
  return { status: "passing", reason: passingReason(passing, item, valid) };
}

/** When a status ends if nothing happens, and the number of the item whose time is up then. */
export interface StatusEnd {
  readonly at: Date;
  readonly number: number | null;
  /** When that was observed or filed. */
  readonly from: Date | null;
}

/**
 * When what `controlStatus` says of these facts ends by itself: a passing control falls with the first of its results that
 * grows stale, or with its last valid item; a failing one once its last failing result is too old to count. Null for a
 * status that time alone does not change.
 */
export function statusEnd(facts: ControlFacts): StatusEnd | null {
  const { now, checks, evidence } = facts;
  const { status } = controlStatus(facts);
  const valid = checks.filter((check) => now < check.validUntil);
  if (status === "failing") return lastOf(valid.filter((check) => check.outcome === "fail").map(endOf));
  if (status !== "passing") return null;
  const ends = valid.map(endOf);
  if (!valid.some((check) => check.outcome === "pass") && evidence.valid) ends.push(endOfItem(evidence.valid));
  return firstOf(ends);
}

const endOf = ({ validUntil, number, observedAt }: CheckResult): StatusEnd => ({
  at: validUntil,
  number: number ?? null,
  from: observedAt,
});
const endOfItem = ({ validUntil, number, filedAt }: FiledItem): StatusEnd => ({
  at: validUntil,
  number,
  from: filedAt ?? null,
});
const inTime = (ends: readonly StatusEnd[]) => ends.toSorted((one, other) => one.at.getTime() - other.at.getTime());
const firstOf = (ends: readonly StatusEnd[]) => inTime(ends)[0] ?? null;
const lastOf = (ends: readonly StatusEnd[]) => inTime(ends).at(-1) ?? null;

const WAS: Readonly<Record<CheckOutcome, string>> = {
  pass: "last passed",
  fail: "last failed",
  unknown: "last left undecided",
  "not applicable": "last did not apply",
};

function lead(results: readonly { readonly title: string; readonly reason: string }[], are: string): string {
  const [first] = results;
  const others = results.length > 1 ? `${results.length} ${are}, first ` : "";
  return sentence(`${others}${first!.title}: ${first!.reason}`);
}

function nothingValid({ count, expired }: ControlFacts["evidence"]): string {
  if (expired)
    return `The last item, ${formatExhibitNumber(expired.number)}, expired on ${calendarDate(expired.validUntil)}.`;
  return count > 0 ? "Nothing on file is valid now." : "No evidence filed yet.";
}

function passingReason(passing: number, item: FiledItem | null, valid: readonly CheckResult[]): string {
  const checks = passing === 1 ? "1 check passes" : `${passing} checks pass`;
  if (!item) {
    const until = Math.min(
      ...valid.filter((check) => check.outcome === "pass").map((check) => check.validUntil.getTime()),
    );
    return `${checks}, valid until ${calendarDate(new Date(until))}.`;
  }
  const filed = `${formatExhibitNumber(item.number)} is valid until ${calendarDate(item.validUntil)}`;
  return passing > 0 ? `${checks}, and ${filed}.` : `${filed}.`;
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
