import type { CheckOutcome } from "../verdict.ts";

/** The newest answer of one source about one part of a check, or about the whole check. */
export interface PartAnswer {
  /**
   * Null for what names no part, because an older rule made it or because it was read from less than a part: it can fail or hold back
   * its check, and never passes it.
   */
  readonly aspect: string | null;
  /** The system that it is about; null where it names a target that the list of systems does not have. */
  readonly systemId: string | null;
  /** Who answered, as people read it: "GitHub (acme)". */
  readonly source: string;
  readonly outcome: CheckOutcome;
  /** One sentence: what was observed against what is wanted. */
  readonly reason: string;
  readonly observedAt: Date;
  /** It counts while `now` is before. */
  readonly validUntil: Date;
  /** The number of the item that it rests on. */
  readonly number?: number;
}

/** How one system stands in one part. `stale`: it was read, too long ago to count. `not read`: nothing answered. */
export type AnswerState = CheckOutcome | "stale" | "not read";

const WORST_FIRST: readonly AnswerState[] = ["fail", "unknown", "stale", "pass", "not applicable"];

/** What one answer says at `now`. */
export const stateOf = ({ outcome, validUntil }: PartAnswer, now: Date): AnswerState =>
  now < validUntil ? outcome : "stale";

/** What several answers about the same thing come to: the worst stands. `not read` of none. */
export function worstOf(states: readonly AnswerState[]): AnswerState {
  return WORST_FIRST.find((state) => states.includes(state)) ?? "not read";
}

/** Whether a system has answered, whatever it answered. */
export const isDecided = (state: AnswerState): boolean =>
  state === "pass" || state === "fail" || state === "not applicable";
