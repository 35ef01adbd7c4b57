import { controlOfCheck, resultValidForDays } from "#catalog/index.ts";
import type { ConnectorCheck, ConnectorCheckResult } from "#connectors/check.ts";
import { partVerdicts } from "#connectors/judge.ts";
import type { PartVerdict } from "#domain/verdict.ts";

const DAY_MS = 86_400_000;

/** What a run says of a part, and for so many days after it was observed. */
export interface CollectedVerdict extends PartVerdict {
  readonly validForDays: number;
}

/**
 * What the results of one run, judged at `now`, answer about parts of checks. What passes, or does not apply, because a decision of people
 * left something out ends with the first of those decisions, whether or not anything is collected again: in whole days, so that one
 * which ends within a day is unknown. What fails or is unknown lasts as any other. `version` is the manifest's.
 */
export function collectedVerdicts(
  checks: readonly ConnectorCheck[],
  results: readonly ConnectorCheckResult[],
  version: number,
  now: Date,
): CollectedVerdict[] {
  return partVerdicts(checks, results, version).map((verdict) => {
    const most = resultValidForDays(controlOfCheck(verdict.checkId));
    const { outcome, reason, restsUntil } = verdict;
    if (restsUntil === undefined || outcome === "fail" || outcome === "unknown")
      return { ...verdict, validForDays: most };
    const days = Math.min(most, Math.floor((restsUntil.getTime() - now.getTime()) / DAY_MS));
    if (days > 0) return { ...verdict, validForDays: days };
    const ending = "A decision that it rests on ends within a day: approve it again if it still holds.";
    return { ...verdict, outcome: "unknown", reason: `${ending} ${reason}`, validForDays: most };
  });
}
