import type { CheckOutcome } from "../verdict.ts";
import { stateOf } from "./answer.ts";
import type { PartAnswer } from "./answer.ts";
import { byPlace, decidePart } from "./decide-part.ts";
import type { AskedPart, DecidedPart, KindInScope } from "./decide-part.ts";
import { reasonOf } from "./reason.ts";

/** Everything that decides a check. */
export interface CheckToCombine<Kind extends string, Answer extends PartAnswer> {
  readonly parts: readonly AskedPart<Kind>[];
  readonly kindInScope: (kind: Kind) => KindInScope;
  /** The newest answer of each source about each part. Their order plays no part. */
  readonly answers: readonly Answer[];
  readonly now: Date;
  /** A kind as "Say whether you use …" goes on: "a cloud account". */
  readonly phraseOf: (kind: Kind) => string;
}

/** What a check comes to over all its parts in scope. */
export interface CombinedCheck<Kind extends string = string, Answer extends PartAnswer = PartAnswer> {
  readonly outcome: CheckOutcome;
  /** One or two sentences. */
  readonly reason: string;
  /** How many of the parts that are asked have an outcome other than unknown. */
  readonly decided: number;
  /** How many parts are asked: those that the company has no system for, by recorded decisions, are not. */
  readonly asked: number;
  readonly parts: readonly DecidedPart<Kind, Answer>[];
  /**
   * Whether something that was read holds the check back: it fails, or an answer is unknown or too old. False where it passes, where
   * it does not apply, and where it is unknown only because nobody has read the rest yet.
   */
  readonly held: boolean;
  /** The answer that the outcome rests on: the one that ends it first, for a failing check last. Null where there is none. */
  readonly decisive: Answer | null;
  /** When the first of the decisions about its kinds of system ends; null where there is none. */
  readonly scopeUntil: Date | null;
}

/**
 * One check over all its parts in scope. Any answer in scope fails: it fails. Every part asked of every system in scope has an answer
 * that counts now, and one of them passes: it passes. By recorded decisions no system of its kinds is in scope, or all answered that
 * there is nothing of the kind: it does not apply. Otherwise it is unknown, and says how many parts are decided and what is missing.
 * Null for a check without parts, which no system decides, unless something that was read speaks against it. Pure.
 */
export function combineParts<Kind extends string, Answer extends PartAnswer>(
  asked: CheckToCombine<Kind, Answer>,
): CombinedCheck<Kind, Answer> | null {
  const check = { ...asked, answers: asked.answers.toSorted(byPlace) };
  const { parts: declared, kindInScope, answers, now } = check;
  const parts = declared.map((part) => decidePart(part, kindInScope, answers, now));
  const older = answersAboutTheWhole(check);
  if (declared.length === 0 && older.length === 0) return null;
  const counting = parts.filter(({ state }) => state !== "not asked");
  const outcome = conclude(
    counting.map(({ state }) => state),
    older.map(({ outcome: said }) => said),
  );
  const counted = inScope(parts, older);
  const held = counted.filter((answer) => !["pass", "not applicable"].includes(stateOf(answer, now)));
  return {
    outcome,
    reason: reasonOf(outcome, parts, older, check),
    decided: counting.filter(({ state }) => state !== "unknown").length,
    asked: counting.length,
    parts,
    held: held.length > 0,
    decisive: decisiveOf(outcome, counted, held, now),
    scopeUntil: firstOf(declared.flatMap(({ systems }) => systems.map((kind) => kindInScope(kind).until))),
  };
}

function conclude(parts: readonly DecidedPart["state"][], older: readonly CheckOutcome[]): CheckOutcome {
  if (parts.includes("fail") || older.includes("fail")) return "fail";
  if (parts.includes("unknown") || older.includes("unknown")) return "unknown";
  return parts.includes("pass") ? "pass" : "not applicable";
}

/** What was said of the whole check, while it counts: failures and doubts. A pass was earned by less than is asked. */
function answersAboutTheWhole<Kind extends string, Answer extends PartAnswer>({
  parts,
  kindInScope,
  answers,
  now,
}: CheckToCombine<Kind, Answer>): Answer[] {
  if (answers.every(({ aspect }) => aspect !== null)) return [];
  const kinds = [...new Set(parts.flatMap(({ systems }) => systems))];
  const leftOut = new Set(kinds.flatMap((kind) => kindInScope(kind).outOfScope.map(({ system }) => system.id)));
  return answers.filter((answer) => {
    const counts = answer.aspect === null && (answer.systemId === null || !leftOut.has(answer.systemId));
    return counts && ["fail", "unknown"].includes(stateOf(answer, now));
  });
}

/** The answers that the check rests on. Elsewhere only what speaks against it is one. */
function inScope<Answer extends PartAnswer>(
  parts: readonly DecidedPart<string, Answer>[],
  older: readonly Answer[],
): Answer[] {
  const against = ({ outcome }: PartAnswer) => outcome === "fail" || outcome === "unknown";
  const own = parts.flatMap(({ systems, elsewhere }) => [
    ...systems.flatMap(({ answers }) => answers),
    ...elsewhere.filter(against),
  ]);
  return [...own, ...older];
}

function firstOf(ends: readonly (Date | null)[]): Date | null {
  const times = ends.flatMap((end) => end?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

function decisiveOf<Answer extends PartAnswer>(
  outcome: CheckOutcome,
  counted: readonly Answer[],
  held: readonly Answer[],
  now: Date,
): Answer | null {
  const byEnd = (answers: readonly Answer[]) =>
    answers.toSorted((a, b) => a.validUntil.getTime() - b.validUntil.getTime());
  if (outcome === "fail") return byEnd(held.filter((answer) => stateOf(answer, now) === "fail")).at(-1) ?? null;
  return byEnd(outcome === "unknown" && held.length > 0 ? held : counted)[0] ?? null;
}
