import type { ControlStatus } from "#domain/control-status.ts";
import { scopeFrom } from "../systems/read-scope.ts";
import type { ScopeFacts } from "../systems/read-scope.ts";
import { combineChecks } from "./check-states.ts";
import type { CheckState } from "./check-states.ts";
import type { Filed, FiledItem } from "./control-states.ts";
import { resultFrom } from "./results.ts";
import type { ResultRow } from "./results.ts";

/** What app.facts_to_judge answers; times are text. Its checks are those that pages read, from the same function. */
export interface FactsRow {
  readonly size: number;
  readonly version: number;
  readonly checks: readonly ResultRow<string>[];
  readonly scope: ScopeFacts;
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

/** What the answers and the scope come to for each check. */
export function checksOf({ checks, scope }: FactsRow, now: Date): CheckState[] {
  return combineChecks(checks.map(resultFrom), scopeFrom(scope), now);
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
