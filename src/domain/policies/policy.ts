import { dayOf } from "../calendar-day.ts";

export const versionStates = ["draft", "review", "in force", "replaced", "discarded"] as const;
export type VersionState = (typeof versionStates)[number];

export const audiences = ["everyone", "employee", "partner", "contractor", "intern", "person"] as const;
export type Audience = (typeof audiences)[number];

/** People have so many days from when a version is assigned to them. */
export const ACKNOWLEDGE_WITHIN_DAYS = 30;
/** An approval holds for so many days. */
export const APPROVED_FOR_DAYS = 365;
/** An approval by the author alone holds for so many days after another person may approve. */
export const ALONE_FOR_DAYS = 30;
/** A version that was in force is kept for so many years after its last day in force. */
export const KEPT_YEARS = 6;

const DAY_MS = 86_400_000;

/** To whom a version is or was assigned. */
export interface Assignment {
  readonly audience: string;
  readonly personId: string | null;
  readonly assignedAt: Date;
  readonly ended: boolean;
}

/** Somebody who works for the company, as the register of people has them. */
export interface PolicyPerson {
  readonly id: string;
  readonly kind: string | undefined;
  readonly startsAt: Date;
}

const isMeant = ({ audience, personId }: Assignment, { id, kind }: Pick<PolicyPerson, "id" | "kind">): boolean =>
  audience === "everyone" || (audience === "person" ? personId === id : audience === kind);

/**
 * Until when a person has to acknowledge a version that is assigned to them; undefined where it is not. An assignment that was ended
 * and made again is due as the first was, and nobody before they have worked for the company as long. `earlier` are the assignments of
 * the policy's other texts since the person last acknowledged one: a new text gives no new time to who has left those before it open.
 */
export function acknowledgmentDue(
  assignments: readonly Assignment[],
  person: PolicyPerson,
  earlier: readonly Assignment[] = [],
): Date | undefined {
  const since = assignedSince(assignments, person, earlier);
  return since && dueSince(since, person);
}

/** The same of these assignments alone, for many people: since when those of one kind are asked is looked up once. */
export function dueBy(assignments: readonly Assignment[]): (person: PolicyPerson) => Date | undefined {
  if (assignments.some(({ audience }) => audience === "person"))
    return (person) => acknowledgmentDue(assignments, person);
  const dues = new Map<string | undefined, { readonly since: Date | undefined }>();
  return (person) => {
    const known = dues.get(person.kind) ?? { since: assignedSince(assignments, person) };
    dues.set(person.kind, known);
    return known.since && dueSince(known.since, person);
  };
}

const dueSince = (since: Date, { startsAt }: PolicyPerson): Date =>
  new Date(Math.max(since.getTime(), startsAt.getTime()) + ACKNOWLEDGE_WITHIN_DAYS * DAY_MS);

/** Since when a version is assigned to somebody as {@link acknowledgmentDue} counts it, whenever they started; undefined where it is not. */
export function assignedSince(
  assignments: readonly Assignment[],
  person: Pick<PolicyPerson, "id" | "kind">,
  earlier: readonly Assignment[] = [],
): Date | undefined {
  const own = assignments.filter((assignment) => isMeant(assignment, person));
  if (own.every(({ ended }) => ended)) return undefined;
  const open = earlier.filter((assignment) => !assignment.ended && isMeant(assignment, person));
  return new Date(Math.min(...[...own, ...open].map(({ assignedAt }) => assignedAt.getTime())));
}

/**
 * Of the assignments of all texts of a policy those that were made on a later day than somebody last acknowledged any of the texts, in UTC;
 * all of them where they acknowledged none: what {@link acknowledgmentDue} takes for `earlier`.
 */
export const openTexts = (assigned: readonly Assignment[], lastDay: string | undefined): readonly Assignment[] =>
  lastDay === undefined ? assigned : assigned.filter(({ assignedAt }) => dayOf(assignedAt) > lastDay);

/** Until when a version's approvals hold: a year from the oldest of those it needs. */
export function approvedUntil(approvals: readonly Date[], quorum: number): Date | undefined {
  const newest = approvals.map((at) => at.getTime()).toSorted((a, b) => b - a);
  const last = newest[quorum - 1];
  return last === undefined ? undefined : new Date(last + APPROVED_FOR_DAYS * DAY_MS);
}
