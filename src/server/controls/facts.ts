import { getCheck } from "#catalog/index.ts";
import type { ControlStatus } from "#domain/control-status.ts";
import type { CheckState, Filed, FiledItem } from "./control-states.ts";

/** What app.facts_to_judge answers; times are text. Its checks are those that pages read, from the same function. */
export interface FactsRow {
  readonly size: number;
  readonly version: number;
  readonly checks: readonly {
    readonly check_id: string;
    readonly source: string;
    readonly outcome: CheckState["outcome"];
    readonly reason: string;
    readonly observed_at: string;
    readonly valid_until: string;
    readonly number: number;
  }[];
  readonly evidence: readonly {
    readonly control_id: string;
    readonly count: number;
    readonly newest: ItemRow | null;
    readonly valid: ItemRow | null;
  }[];
  readonly decisions: readonly { readonly control_id: string; readonly applicable: boolean; readonly reason: string }[];
  readonly standings: readonly { readonly control_id: string; readonly status: ControlStatus }[];
}

interface ItemRow {
  readonly number: number;
  readonly name: string;
  readonly valid_until: string;
  readonly filed_at: string;
}

/** The newest results, with the titles of their checks. */
export function checksOf({ checks }: FactsRow): CheckState[] {
  return checks.map((row) => ({
    checkId: row.check_id,
    title: getCheck(row.check_id).title,
    source: row.source,
    outcome: row.outcome,
    reason: row.reason,
    observedAt: new Date(row.observed_at),
    validUntil: new Date(row.valid_until),
    number: row.number,
  }));
}

/** What is on file, by control. */
export function evidenceOf({ evidence }: FactsRow): Map<string, Filed> {
  return new Map(
    evidence.map(({ control_id, count, newest, valid }) => [
      control_id,
      { count, newest: newest && itemOf(newest), valid: valid && itemOf(valid) },
    ]),
  );
}

const itemOf = ({ number, name, valid_until, filed_at }: ItemRow): FiledItem => ({
  number,
  name,
  validUntil: new Date(valid_until),
  filedAt: new Date(filed_at),
});
