import { findControl } from "#catalog/index.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { readControlStates } from "./control-states.ts";
import { presentControl } from "./present-control.ts";

interface Deps {
  readonly now: () => Date;
}

/** Says whether a control applies to the company, and why. Refuses `not-found`. */
export function decideApplicability({ now }: Deps): HandlersOf<"controls">["setApplicability"] {
  return async ({ input, caller, tx }) => {
    if (!findControl(input.controlId)) return fail("not-found");
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
    const at = now();
    const state = (await readControlStates(tx, caller.companyId, at)).find(
      (state) => state.control.id === input.controlId,
    )!;
    return {
      answer: presentControl(state, at),
      entry: { subject: input.controlId, details: { applicable: input.applicable, reason: input.reason } },
    };
  };
}
