import { acknowledgmentDue } from "#domain/policies/policy.ts";
import type { Assignment, PolicyPerson } from "#domain/policies/policy.ts";
import { dayOf } from "./days.ts";
import { someOf } from "./registers.ts";

const DAY_MS = 86_400_000;
/** People who were late, as a reason names them. */
const MOST_NAMED = 3;

/** Someone's acknowledgment of a text that is assigned to them. */
interface Given {
  readonly person: PolicyPerson & { readonly number: number };
  readonly title: () => string;
  /** The day on which they acknowledged it. */
  readonly day: string;
  /** By the text alone. */
  readonly due: Date;
  readonly own: readonly Assignment[];
  /** Assignments of the policy's other texts that were open until that day; undefined where it has none. */
  readonly earlier: (() => readonly Assignment[]) | undefined;
}

/** Keeps who acknowledged late: that fails until they do, and is named from then on, for as long as the text is in force. */
export function lateAcknowledgments() {
  const named: string[] = [];
  let count = 0;
  // Many acknowledge on one day, which is read once.
  const starts = new Map<string, number>();
  const startOf = (day: string): number => starts.get(day) ?? starts.set(day, Date.parse(day)).get(day)!;
  const isInTime = (day: string, due: Date) => startOf(day) <= due.getTime();
  return {
    isInTime,
    add({ person, title, day, due, own, earlier }: Given): void {
      const since = earlier ? acknowledgmentDue(own, person, earlier())! : due;
      if (isInTime(day, since)) return;
      count++;
      if (named.length >= MOST_NAMED) return;
      const days = (startOf(day) - Date.parse(dayOf(since))) / DAY_MS;
      named.push(`PER-${person.number} (${title()}, ${days === 1 ? "1 day" : `${days} days`})`);
    },
    /** A sentence that names them; empty where nobody was late. */
    said: (): string => (count === 0 ? "" : ` Acknowledged late: ${someOf(named, count)}.`),
  };
}
