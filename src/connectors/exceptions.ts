import type { CheckFacts, Observation } from "./check.ts";

/** Kinds of approvals in Exhibit's register that leave a resource out of a connector's check; and a change that could not wait. */
export const exceptionKinds = [
  "not-production",
  "service-account",
  "emergency-account",
  "public-resource",
  "outside-collaborator",
  "app-access",
  "emergency-change",
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/** A decision that leaves a resource of one system out, as it was kept when the run began. */
export interface Exception {
  readonly kind: ExceptionKind;
  /** The resource as its system names it, in letters of any case. */
  readonly subject: string;
  /** The record that keeps it: "APV-3", or "EMG-3" of an emergency. */
  readonly record: string;
  readonly reason: string;
  readonly askedBy: string;
  readonly approvedBy: string;
  /** Who approved it wrote none of it. What somebody approved alone leaves nothing out. */
  readonly another: boolean;
  /** The days on which it was approved and after which it has ended. */
  readonly approvedOn: string;
  readonly until: string;
}

const DAY_MS = 86_400_000;
/** Whatever a record says, a year after its approval it is asked again. */
const LONGEST_DAYS = 365;

/** When a decision ends: after its last day, and a year after its approval at the latest. */
export function endOf({ approvedOn, until }: Pick<Exception, "approvedOn" | "until">): Date {
  const last = Date.parse(`${until}T00:00:00Z`) + DAY_MS;
  const longest = Date.parse(`${approvedOn}T00:00:00Z`) + LONGEST_DAYS * DAY_MS;
  // Days that cannot be read are long over.
  return new Date(Math.min(last, longest) || 0);
}

/** Decisions of two people that have not ended. What is absent, as in older exhibits, leaves nothing out. */
export const inForce = (all: readonly Exception[] | undefined, now: Date): readonly Exception[] =>
  (all ?? []).filter((exception) => exception.another && now < endOf(exception));

/** The decision that leaves something out which has one of these names; undefined where it counts as any other. */
export function exceptionOf(
  { exceptions, now }: Pick<CheckFacts, "exceptions" | "now">,
  kind: ExceptionKind,
  names: readonly string[],
): Exception | undefined {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return inForce(exceptions, now).find((item) => item.kind === kind && wanted.has(item.subject.toLowerCase()));
}

/**
 * What was observed of a resource that has one of these names, unless a decision leaves it out. What passes, or is not asked, needs none.
 */
export function unlessLeftOut(
  facts: Pick<CheckFacts, "exceptions" | "now">,
  kind: ExceptionKind,
  names: () => readonly (string | null)[],
  seen: Observation,
): Observation {
  if (seen.outcome !== "fail" && seen.outcome !== "unknown") return seen;
  const known = names().filter((name) => name !== null);
  const exception = exceptionOf(facts, kind, known);
  if (!exception) return seen;
  const observed = `left out by ${decisionWords(exception)}: ${exception.reason}`;
  const { resource, wanted } = seen;
  const until = endOf(exception).toISOString();
  return { resource, outcome: "not applicable", observed, wanted, leftOut: namedWords(exception), leftOutUntil: until };
}

/** "APV-3, until 2027-03-01". */
export function decisionWords(exception: Exception): string {
  const until = new Date(endOf(exception).getTime() - DAY_MS).toISOString().slice(0, 10);
  return `${exception.record}, until ${until}`;
}

/** "api (APV-3, until 2027-03-01)". */
export const namedWords = (exception: Exception): string => `${exception.subject} (${decisionWords(exception)})`;

/** So many are named in one sentence; each is an observation of the exhibit. */
const NAMED = 10;

/** " 2 left out by decision: api (APV-3, until 2027-03-01) and web (…)."; empty where nothing is. */
export function leftOutWords(names: readonly string[]): string {
  const all = [...new Set(names)];
  if (all.length === 0) return "";
  const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : "";
  return ` ${all.length} left out by decision: ${all.slice(0, NAMED).join("; ")}${more}.`;
}

/** Whether a reason says that a decision of people left something out, as {@link leftOutWords} does. What only looks like it weakens alone. */
export const saysLeftOut = (reason: string): boolean => /(?:^| )\d+ left out by decision: /.test(reason);

/** When the first of the decisions that leave something out ends; undefined where none does. */
export function firstEndIn(observations: readonly Observation[]): string | undefined {
  const ends = observations.flatMap(({ leftOutUntil }) => (leftOutUntil === undefined ? [] : [leftOutUntil]));
  // All of them are ISO 8601 in UTC to the millisecond.
  return ends.toSorted()[0];
}

/** What observations leave out, with its decision. */
export const leftOutIn = (observations: readonly Observation[]): readonly string[] =>
  observations.flatMap(({ leftOut: by }) => (by === undefined ? [] : [by]));
