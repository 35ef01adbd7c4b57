import type { Check } from "#catalog/types.ts";
import type { checkResult } from "#contract/controls.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import type * as z from "zod";
import type { CheckState } from "./control-states.ts";

type CheckResult = z.input<typeof checkResult>;

/** A check's results, one for each source, or that it has not been run. */
export function presentCheck(check: Check, results: readonly CheckState[]): CheckResult[] {
  const own = results.filter((result) => result.checkId === check.id);
  const base = {
    checkId: check.id,
    title: check.title,
    wanted: check.predicate,
    sources: [...check.sources],
    onlyFor: check.onlyFor ? [...check.onlyFor] : null,
  };
  if (own.length === 0) {
    return [
      {
        ...base,
        outcome: "not run",
        reason: "Nothing has been observed yet.",
        source: null,
        observedAt: null,
        validUntil: null,
        exhibit: null,
        evidenceId: null,
      },
    ];
  }
  return own.map((result) => ({
    ...base,
    outcome: result.outcome,
    reason: result.reason,
    source: result.source,
    observedAt: result.observedAt.toISOString(),
    validUntil: result.validUntil.toISOString(),
    exhibit: formatExhibitNumber(result.number),
    evidenceId: result.evidenceId ?? null,
  }));
}
