import { sha256OfText } from "../sha256.ts";

export const reviewDecisions = ["keep", "change", "remove"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** A closed review counts for so many days. */
export const REVIEW_COUNTS_DAYS = 92;
/** From when accounts were read until their review is closed so many days may pass: later it is about other accounts. */
export const REVIEW_TAKES_DAYS = 31;
/** Within so many days what was to be removed is gone. */
export const REMOVED_WITHIN_DAYS = 14;
/** Who is back within so many days after they were gone has not been removed. */
export const STAYS_AWAY_DAYS = 90;
/** Whose last sign-in is older has an account that is not used. */
export const UNUSED_DAYS = 90;

const DAY_MS = 86_400_000;
const after = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);

/** The hash over a population, whatever its order: the ledger's entry has it. */
export function populationDigest(accounts: readonly string[]): string {
  return digestOf(accounts.map((account) => sha256OfText(account)));
}

/** Who decided what on an account. */
export interface Decided {
  readonly account: string;
  readonly decision: string;
  readonly by: string;
  /** On their own account, because nobody else could. */
  readonly alone: boolean;
}

/** The hash over a population with its decisions. */
export function decisionsDigest(decided: readonly Decided[]): string {
  return digestOf(
    decided.map(({ account, decision, by, alone }) =>
      [sha256OfText(account), decision, by, alone ? "alone" : "another"].join(" "),
    ),
  );
}

const digestOf = (lines: readonly string[]): string => sha256OfText(lines.toSorted(byText).join("\n"));
const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** Accounts that somebody went through too fast to have looked at them. */
export interface QuickApproval {
  readonly rows: number;
  readonly kept: number;
  readonly seconds: number;
}

/** More than 95 % kept by one person at less than two seconds each; undefined where they took their time. */
export function quickApproval(
  decisions: readonly { readonly decision: string; readonly at: Date }[],
): QuickApproval | undefined {
  if (decisions.length === 0) return undefined;
  const times = decisions.map(({ at }) => at.getTime());
  return quickOf({
    rows: decisions.length,
    kept: decisions.filter(({ decision }) => decision === "keep").length,
    seconds: (times.reduce((a, b) => Math.max(a, b)) - times.reduce((a, b) => Math.min(a, b))) / 1_000,
  });
}

/** The same of decisions that were counted already, with the seconds from the first to the last of them. */
export function quickOf({ rows, kept, seconds }: QuickApproval): QuickApproval | undefined {
  // Between decisions time passes; a single one says nothing.
  if (rows < 2) return undefined;
  return kept / rows > 0.95 && seconds / rows < 2 ? { rows, kept, seconds: Math.round(seconds) } : undefined;
}

/** Whether an account was there when a complete snapshot was read. */
export interface Sighting {
  readonly at: Date;
  readonly present: boolean;
}

/** How a removal stands. `late`: it is gone, and was still there after its time. */
export type RemovalState =
  | { readonly state: "waiting" | "not read" | "still there"; readonly due: Date }
  | { readonly state: "gone" | "late" | "back"; readonly due: Date; readonly at: Date };

/** How a removal stands by every complete snapshot that was read since it was decided. */
export function removalState(decidedAt: Date, sightings: readonly Sighting[], now: Date): RemovalState {
  const due = after(decidedAt, REMOVED_WITHIN_DAYS);
  const since = sightings.filter(({ at }) => decidedAt < at).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  let goneAt: Date | undefined;
  let backAt: Date | undefined;
  let isLate = false;
  for (const { at, present } of since) {
    if (present) {
      if (goneAt === undefined) isLate ||= due <= at;
      // Later it is another grant, which the next review decides.
      else if (at < after(goneAt, STAYS_AWAY_DAYS)) backAt ??= at;
      continue;
    }
    // Away again: it is removed as of now, once it is not back.
    if (goneAt === undefined || backAt !== undefined) goneAt = at;
    backAt = undefined;
  }
  if (goneAt === undefined) {
    if (now < due) return { state: "waiting", due };
    return { state: isLate ? "still there" : "not read", due };
  }
  if (backAt !== undefined) return { state: "back", due, at: backAt };
  return { state: isLate ? "late" : "gone", due, at: goneAt };
}

/** Whether a snapshot adds something to what is known of a removal: a change, or that it is still there after its time. */
export function isWorthKeeping(decidedAt: Date, sightings: readonly Sighting[], seen: Sighting): boolean {
  if (seen.at <= decidedAt || sightings.some(({ at }) => seen.at <= at)) return false;
  const last = sightings.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  if (last?.present !== seen.present) return true;
  const due = after(decidedAt, REMOVED_WITHIN_DAYS);
  return seen.present && due <= seen.at && last.at < due;
}
