import type { Result } from "#judge/check-states.ts";
import type { CheckOutcome } from "#domain/verdict.ts";

/** What app.newest_results answers; times are text where they come in JSON. */
export interface ResultRow<Time extends Date | string> {
  readonly check_id: string;
  readonly aspect: string;
  readonly source: string;
  readonly outcome: CheckOutcome;
  readonly reason: string;
  readonly observed_at: Time;
  readonly valid_until: Time;
  readonly number: number;
  readonly evidence_id: string;
}

/** A result from its row. */
export function resultFrom(row: ResultRow<Date | string>): Result {
  return {
    checkId: row.check_id,
    aspect: row.aspect === "" ? null : row.aspect,
    source: row.source,
    outcome: row.outcome,
    reason: row.reason,
    observedAt: new Date(row.observed_at),
    validUntil: new Date(row.valid_until),
    number: row.number,
    evidenceId: row.evidence_id,
  };
}
