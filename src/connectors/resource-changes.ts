import type { CheckOutcome } from "#domain/verdict.ts";
import type { ConnectorCheck, ConnectorCheckResult, Observation } from "./check.ts";
import type { StepReport } from "./connector.ts";

/** A resource that a check sees otherwise than the run before. */
export interface ResourceChange {
  readonly checkId: string;
  readonly resource: Observation["resource"];
  /** Undefined: it was not there before, or is gone. */
  readonly was: CheckOutcome | undefined;
  readonly became: CheckOutcome | undefined;
  readonly observed: string;
  readonly wanted: string;
}

/** What one run observed, as far as the next one is compared with it. */
export interface Observed {
  readonly results: readonly ConnectorCheckResult[];
  readonly steps: readonly StepReport[];
}

/**
 * What changed between two runs, check by check. A check that is new, or judges in another way than before, has changed nothing;
 * and a resource has come or gone only where all of the steps that look for it were complete, before and now.
 */
export function resourceChanges(checks: readonly ConnectorCheck[], before: Observed, now: Observed): ResourceChange[] {
  const changes: ResourceChange[] = [];
  for (const check of checks) {
    const old = before.results.find((result) => result.checkId === check.id);
    const result = now.results.find((result) => result.checkId === check.id);
    if (!old || !result || old.version !== result.version) continue;
    const whole = [before, now].every(({ steps }) =>
      check.steps.every((id) => steps.some(({ step, status }) => step === id && status === "complete")),
    );
    const known = byResource(old.observations);
    for (const [key, item] of byResource(result.observations)) {
      const was = known.get(key)?.outcome;
      known.delete(key);
      if (was === item.outcome || (was === undefined && !whole)) continue;
      changes.push({ checkId: check.id, was, became: item.outcome, ...about(item) });
    }
    if (!whole) continue;
    for (const item of known.values()) {
      changes.push({ checkId: check.id, was: item.outcome, became: undefined, ...about(item) });
    }
  }
  return changes;
}

const about = ({ resource, observed, wanted }: Observation) => ({ resource, observed, wanted });

const byResource = (observations: readonly Observation[]) =>
  new Map(
    observations.map((observation) => [
      JSON.stringify([observation.resource.type, observation.resource.id]),
      observation,
    ]),
  );
