import { isProved } from "../report-target.ts";
import { saysTooLittle } from "../verdict.ts";
import { isDecided, stateOf, worstOf } from "./answer.ts";
import type { AnswerState, PartAnswer } from "./answer.ts";

/** One aspect of a check, asked of every system in scope of these kinds. */
export interface AskedPart<Kind extends string = string> {
  readonly aspect: string;
  readonly title: string;
  /** What is read, as in "load balancers were not read". */
  readonly noun: string;
  readonly systems: readonly Kind[];
}

export interface AskedSystem {
  readonly id: string;
  readonly name: string;
  /** Which connector reads it; null or absent where none does. */
  readonly provider?: string | null;
  /** Its connections; none while it is not connected. */
  readonly sources?: readonly string[];
  /** Its place in the ledger; absent where that plays no part. */
  readonly ledgerIndex?: number;
}

/** How the company answered for one kind of system: see `answerFor` of scope.ts. */
export interface KindInScope {
  readonly state: "in scope" | "out of scope" | "declared none" | "not answered";
  readonly inScope: readonly AskedSystem[];
  readonly outOfScope: readonly { readonly system: AskedSystem }[];
  /** When the first of the decisions that it rests on ends; null where it rests on none. */
  readonly until: Date | null;
}

/** One system in one part. */
export interface SystemInPart<Answer extends PartAnswer = PartAnswer> {
  readonly system: AskedSystem;
  readonly state: AnswerState;
  /** What was answered, the worst first; none where nothing was. */
  readonly answers: readonly Answer[];
}

/** One part of a check at one company. */
export interface DecidedPart<Kind extends string = string, Answer extends PartAnswer = PartAnswer> {
  readonly part: AskedPart<Kind>;
  /** `not asked`: by recorded decisions the company has no system of its kinds in scope, so it counts for nothing. */
  readonly state: "pass" | "fail" | "not applicable" | "unknown" | "not asked";
  readonly systems: readonly SystemInPart<Answer>[];
  /** Kinds of which the company has not said whether it has any. */
  readonly unanswered: readonly Kind[];
  /** Answers about targets that the list of systems does not have: they fail or hold back the part, and never pass it. */
  readonly elsewhere: readonly Answer[];
}

/**
 * What a part comes to at `now`: it fails where any answer in scope fails; it passes where every system of its kinds answered and one
 * of them passes; it does not apply where all answered that there is nothing of the kind. A kind that nobody spoke of leaves it
 * unknown, beside whatever else was answered: silence is not "none". The answers come in the order of {@link byPlace}.
 */
export function decidePart<Kind extends string, Answer extends PartAnswer>(
  part: AskedPart<Kind>,
  kindInScope: (kind: Kind) => KindInScope,
  answers: readonly Answer[],
  now: Date,
): DecidedPart<Kind, Answer> {
  const asked = new Map<string, AskedSystem>();
  const leftOut = new Set<string>();
  const unanswered: Kind[] = [];
  for (const kind of part.systems) {
    const { state, inScope, outOfScope } = kindInScope(kind);
    for (const system of inScope) asked.set(system.id, system);
    for (const { system } of outOfScope) leftOut.add(system.id);
    if (state === "not answered") unanswered.push(kind);
  }
  const own = answers.filter(({ aspect }) => aspect === part.aspect);
  const systems = [...asked.values()].toSorted(byName).map((system) => {
    const about = withoutCovered(
      withoutSucceeded(
        own.filter(({ systemId }) => systemId === system.id),
        system,
        now,
      ),
      system,
      now,
    );
    const state = worstOf(about.map((answer) => stateOf(answer, now)));
    return { system, state, answers: worstFirst(about, state, now) };
  });
  const elsewhere = own.filter(({ systemId }) => systemId === null || !(asked.has(systemId) || leftOut.has(systemId)));
  const state = conclude(systems, elsewhere, unanswered.length, now);
  return { part, state, systems, unanswered, elsewhere };
}

/** What grew too old says nothing any more where another connection of the same system has answered since: it was connected again. */
function withoutSucceeded<Answer extends PartAnswer>(
  about: readonly Answer[],
  { sources = [] }: AskedSystem,
  now: Date,
): Answer[] {
  const connected = about.filter(({ source }) => sources.includes(source));
  const isSucceeded = (answer: Answer) =>
    connected.includes(answer) &&
    stateOf(answer, now) === "stale" &&
    connected.some((other) => other.observedAt > answer.observedAt && stateOf(other, now) !== "stale");
  return about.filter((answer) => !isSucceeded(answer));
}

/**
 * A report that found nothing wrong with a part's half says nothing any more once it grew too old, where another source has passed the
 * whole part of the same system since, and counts. While it counts it holds the part back; any other doubt, and a failure, always do. What
 * a pipeline proved is covered by nothing that somebody only said.
 */
function withoutCovered<Answer extends PartAnswer>(
  about: readonly Answer[],
  { sources = [] }: AskedSystem,
  now: Date,
): Answer[] {
  const covers = (answer: Answer, narrow: Answer) =>
    answer.source !== narrow.source &&
    answer.observedAt > narrow.observedAt &&
    stateOf(answer, now) === "pass" &&
    (isProved(answer.source) || !isProved(narrow.source) || sources.includes(answer.source));
  const isCovered = (answer: Answer) =>
    stateOf(answer, now) === "stale" && saysTooLittle(answer) && about.some((other) => covers(other, answer));
  return about.filter((answer) => !isCovered(answer));
}

function conclude(
  systems: readonly SystemInPart[],
  elsewhere: readonly PartAnswer[],
  unanswered: number,
  now: Date,
): DecidedPart["state"] {
  const states = systems.map(({ state }) => state);
  if (states.includes("fail") || elsewhere.some((answer) => stateOf(answer, now) === "fail")) return "fail";
  if (unanswered > 0 || !states.every(isDecided) || elsewhere.some(holdsBack)) return "unknown";
  if (states.length === 0) return "not asked";
  return states.includes("pass") ? "pass" : "not applicable";
}

/** A failure elsewhere that grew too old is no good news either. */
export const holdsBack = ({ outcome }: PartAnswer): boolean => outcome === "fail" || outcome === "unknown";

function worstFirst<Answer extends PartAnswer>(answers: readonly Answer[], state: AnswerState, now: Date): Answer[] {
  const [worst, rest] = [true, false].map((is) => answers.filter((answer) => (stateOf(answer, now) === state) === is));
  return [...worst!, ...rest!];
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: AskedSystem, b: AskedSystem) => order(a.name, b.name) || order(a.id, b.id);
/** By who answered, and then by all else, so that the order in which answers come plays no part. */
export const byPlace = (a: PartAnswer, b: PartAnswer) =>
  order(a.source, b.source) ||
  a.observedAt.getTime() - b.observedAt.getTime() ||
  order(a.outcome, b.outcome) ||
  order(a.reason, b.reason) ||
  a.validUntil.getTime() - b.validUntil.getTime() ||
  order(a.aspect ?? "", b.aspect ?? "") ||
  order(a.systemId ?? "", b.systemId ?? "") ||
  (a.number ?? 0) - (b.number ?? 0);
