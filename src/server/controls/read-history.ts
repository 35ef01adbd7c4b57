import { findControl } from "#catalog/index.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { RULE } from "./judge-companies.ts";
import { readHistory } from "./control-history.ts";

interface Deps {
  readonly now: () => Date;
}

const DAY = 24 * 60 * 60 * 1000;
/** Of a control's history, at once. */
const CHANGES = 500;

/** How a control's status changed in the last days. Refuses `not-found`. */
export function historyOf({ now }: Deps): HandlersOf<"controls">["history"] {
  return async ({ input, tx }) => {
    if (!findControl(input.controlId)) return fail("not-found");
    const to = now();
    const from = new Date(to.getTime() - input.days * DAY);
    const range = { from, to, limit: CHANGES };
    const { changes, cut } = await readHistory(tx, input.companyId, input.controlId, range);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      changes: changes.map(({ at, status, reason, rule }) => ({
        at: at.toISOString(),
        status,
        reason,
        earlierRule: rule < RULE,
      })),
      cut,
    };
  };
}
