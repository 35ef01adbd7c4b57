import { sourcesOf } from "#catalog/check-sources.ts";
import type { Check } from "#catalog/types.ts";
import type { checkResult } from "#contract/controls.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { isDecided } from "#domain/parts/answer.ts";
import type { DecidedPart } from "#domain/parts/decide-part.ts";
import type * as z from "zod";
import { checkInControl } from "#judge/check-states.ts";
import type { Answer, CheckState } from "#judge/check-states.ts";
import { nextAction } from "./next-action.ts";

type CheckResult = z.input<typeof checkResult>;

/** Systems that one part names; a company may have hundreds. */
const SHOWN = 20;

/** Answers that one system names; each tool that reads it may have its own. */
const ANSWERS = 3;

/** A check with what it came to over its parts. `hashes` are the SHA-256 of exhibits by their numbers. */
export function presentCheck(check: Check, state: CheckState, hashes: ReadonlyMap<number, string>): CheckResult {
  const { decisive } = state;
  return {
    checkId: check.id,
    title: check.title,
    wanted: check.predicate,
    sources: [...sourcesOf(check)],
    onlyFor: check.onlyFor ? [...check.onlyFor] : null,
    ...saidBy(state),
    basis: checkInControl(state).basis,
    source: decisive?.source ?? null,
    observedAt: decisive?.observedAt.toISOString() ?? null,
    validUntil: decisive?.validUntil.toISOString() ?? null,
    exhibit: decisive ? formatExhibitNumber(decisive.number) : null,
    evidenceId: decisive?.evidenceId ?? null,
    sha256: (decisive && hashes.get(decisive.number)) ?? null,
  };
}

function saidBy(state: CheckState): Pick<CheckResult, "outcome" | "reason" | "progress" | "parts" | "next"> {
  const { outcome, reason, decided, asked, parts, answers } = state;
  return {
    // An unknown that nothing was read for is no finding.
    outcome: outcome === "unknown" && answers.length === 0 ? "not run" : outcome,
    reason,
    progress: parts.length > 0 ? { decided, asked } : null,
    parts: parts.map(presentPart),
    next: nextAction(state),
  };
}

function presentPart({ part, state, systems }: CheckState["parts"][number]): CheckResult["parts"][number] {
  const open = (part: Pick<DecidedPart["systems"][number], "state">) => part.state === "fail" || !isDecided(part.state);
  const inOrder = [...systems.filter(open), ...systems.filter((system) => !open(system))];
  return {
    aspect: part.aspect,
    title: part.title,
    outcome: state,
    systems: inOrder.slice(0, SHOWN).map(({ system, state: stands, answers }) => ({
      name: system.name,
      state: stands,
      answers: answers.slice(0, ANSWERS).map(presentAnswer),
    })),
    systemCount: systems.length,
  };
}

function presentAnswer({ source, reason, observedAt, validUntil, number, evidenceId }: Answer) {
  return {
    source,
    reason,
    observedAt: observedAt.toISOString(),
    validUntil: validUntil.toISOString(),
    exhibit: formatExhibitNumber(number),
    evidenceId,
  };
}
