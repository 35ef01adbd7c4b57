import { controls as library } from "#catalog/index.ts";
import { phraseOfKind } from "#catalog/kind-phrases.ts";
import { partsOf } from "#catalog/parts.ts";
import type { CheckResult } from "#domain/control-status.ts";
import { answersWithTests, decideByTest } from "#domain/manual-tests/decide.ts";
import type { TestAnswer } from "#domain/manual-tests/decide.ts";
import type { PartAnswer } from "#domain/parts/answer.ts";
import { combineParts } from "#domain/parts/combine.ts";
import type { CombinedCheck } from "#domain/parts/combine.ts";
import { kindsInScope } from "#domain/parts/kinds-in-scope.ts";
import { systemOfSource } from "#domain/parts/place.ts";
import type { Scope } from "#domain/scope.ts";
import type { SystemKind } from "#domain/system-kinds.ts";
import type { TestsByCheck } from "../manual-tests/read-tests.ts";
import type { Result } from "./results.ts";

/** An answer with the item that it was read from, or that a person's test cites first; that one is named by its number alone. */
export type Answer = PartAnswer & Omit<Result, "evidenceId"> & { readonly evidenceId: string | null };

/** What a check of the library comes to over its parts. */
export interface CheckState extends CombinedCheck<SystemKind, Answer> {
  readonly checkId: string;
  readonly title: string;
  /** Every answer about it that is on file, those that decide nothing included. */
  readonly answers: readonly Answer[];
}

/**
 * What the newest answers, the scope and people's tests come to for each check of the library that is asked of systems, and for each
 * other one that somebody tested. The one place where checks are decided: pages, judgements, exports and the portal rest on it.
 */
export function combineChecks(
  results: readonly Result[],
  scope: Scope,
  now: Date,
  tests: TestsByCheck = new Map(),
): CheckState[] {
  const kindInScope = kindsInScope(scope, now);
  const placed = new Map<string, string | null>();
  const place = (source: string) => {
    if (!placed.has(source)) placed.set(source, systemOfSource(scope.systems, source));
    return placed.get(source)!;
  };
  const answers = results.map((result): Answer => ({ ...result, systemId: place(result.source) }));
  const byCheck = Map.groupBy(answers, ({ checkId }) => checkId);
  return library.flatMap((control) =>
    control.checks.flatMap(({ id, title }) => {
      const named = (answer: Answer | TestAnswer): Answer =>
        "evidenceId" in answer ? answer : { ...answer, checkId: id, evidenceId: null };
      const tested = tests.get(id) ?? [];
      const asked = { parts: partsOf(id), kindInScope, now, phraseOf: phraseOfKind };
      if (asked.parts.length === 0) {
        const answer = decideByTest(tested, now);
        return answer ? { checkId: id, title, ...decidedBy(named(answer)) } : [];
      }
      const own = byCheck.get(id) ?? [];
      const all = answersWithTests({ ...asked, answers: own, tests: tested }).map(named);
      return { checkId: id, title, answers: all, ...combineParts({ ...asked, answers: all })! };
    }),
  );
}

/** A check that is asked of no system, as a person's test decides it; one that was not decided holds nothing back. */
function decidedBy(answer: Answer): Omit<CheckState, "checkId" | "title"> {
  const { outcome, reason } = answer;
  const decided = outcome === "unknown" ? 0 : 1;
  const held = outcome === "fail";
  return { outcome, reason, decided, asked: 1, parts: [], held, decisive: answer, scopeUntil: null, answers: [answer] };
}

/**
 * A check as a control's status counts it; null for one that says nothing yet: by decision it does not apply, or it waits for parts
 * that nobody has read, and nothing that was read holds it back.
 */
export function resultOf({
  checkId,
  title,
  outcome,
  reason,
  decisive,
  held,
  scopeUntil,
}: CheckState): CheckResult | null {
  if (!decisive || (outcome === "unknown" && !held)) return null;
  const { source, observedAt, validUntil, number } = decisive;
  const result = { checkId, title, source, outcome, reason, observedAt, number };
  if (outcome === "unknown") return { ...result, validUntil: NEVER };
  // A decision that ends may bring systems that nobody has read; what fails, fails with them, too.
  const ends = outcome !== "fail" && scopeUntil && scopeUntil < validUntil ? scopeUntil : validUntil;
  return { ...result, validUntil: ends };
}

/** Whether a check waits only for parts that nobody has read, where others were. */
export const isUnread = ({ outcome, held, decided, parts }: CheckState): boolean =>
  outcome === "unknown" &&
  !held &&
  (decided > 0 || parts.some(({ systems }) => systems.some((one) => one.answers.length > 0)));

/** What is not decided stays so however much time passes. */
const NEVER = new Date(8.64e15);
