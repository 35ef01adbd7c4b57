import { sql } from "kysely";
import type * as z from "zod";
import { findControl } from "#catalog/index.ts";
import type { Check } from "#catalog/types.ts";
import type { checkResult } from "#contract/controls.ts";
import { formatExhibitNumber } from "#domain/exhibit-number.ts";
import { readControlStates } from "../evidence/control-states.ts";
import type { CheckState } from "../evidence/control-states.ts";
import { findItems } from "../evidence/items.ts";
import { presentControl } from "../evidence/present-control.ts";
import { refuse } from "../refusal.ts";
import type { Services } from "../services.ts";
import type { HandlersOf } from "./handlers.ts";

type CheckResult = z.input<typeof checkResult>;

export function controlHandlers({ now }: Services): HandlersOf<"controls"> {
  return {
    list: async ({ input, tx }) => (await readControlStates(tx, input.companyId, now())).map(presentControl),
    get: async ({ input, tx }) => {
      const state = (await readControlStates(tx, input.companyId, now())).find(
        (one) => one.control.id === input.controlId,
      );
      if (!state) return refuse("not-found");
      const { control } = state;
      const filed = sql`EXISTS (SELECT FROM app.evidence_controls c WHERE c.company_id = e.company_id AND c.evidence_id = e.id
        AND c.control_id = ${control.id})`;
      const items = await findItems(tx, input.companyId, filed, 50);
      return {
        control: presentControl(state),
        statement: control.statement,
        why: control.why,
        cadence: control.cadence,
        expected: control.expectedEvidence.map((one) => ({ ...one })),
        limits: control.limits.map((one) => ({ ...one })),
        checks: control.checks.flatMap((check) => presentCheck(check, state.checks)),
        evidence: items.map((item) => ({
          id: item.id,
          exhibit: formatExhibitNumber(item.number),
          name: item.name,
          type: item.type,
          source: item.source,
          collectedAt: item.collected_at.toISOString(),
          validUntil: item.valid_until.toISOString(),
        })),
      };
    },
    setApplicability: async ({ input, caller, tx }) => {
      if (!findControl(input.controlId)) return refuse("not-found");
      await tx
        .insertInto("app.applicability_decisions")
        .values({
          company_id: caller.companyId,
          control_id: input.controlId,
          applicable: input.applicable,
          reason: input.reason,
          decided_by: caller.userId,
        })
        .execute();
      const state = (await readControlStates(tx, caller.companyId, now())).find(
        (one) => one.control.id === input.controlId,
      )!;
      return {
        answer: presentControl(state),
        entry: { subject: input.controlId, details: { applicable: input.applicable, reason: input.reason } },
      };
    },
  };
}

/** A check's results, one for each source, or that it has not been run. */
function presentCheck(check: Check, results: readonly CheckState[]): CheckResult[] {
  const own = results.filter((result) => result.checkId === check.id);
  const base = { checkId: check.id, title: check.title };
  if (own.length === 0) {
    return [
      {
        ...base,
        outcome: "not run",
        reason: check.predicate,
        source: null,
        observedAt: null,
        validUntil: null,
        exhibit: null,
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
  }));
}
