import { findControl } from "#catalog/index.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { getPlan, setPlan } from "./control-plans.ts";

interface Deps {
  readonly now: () => Date;
}

/** Says who sees to a control, and until when. Refuses `not-found`. */
export function assignControl({ now }: Deps): HandlersOf<"controls">["assign"] {
  return async ({ input: { controlId, ownerId, dueOn }, caller, tx }) => {
    if (!findControl(controlId)) return fail("not-found");
    const before = await getPlan(tx, caller.companyId, controlId);
    if ((before.owner?.userId ?? null) === ownerId && before.dueOn === dueOn)
      return { answer: before, entry: "unchanged" };
    await setPlan(tx, { ...caller, at: now() }, { controlId, ownerId, dueOn });
    const answer = await getPlan(tx, caller.companyId, controlId);
    return { answer, entry: { subject: controlId, details: { owner: ownerId, due: dueOn } } };
  };
}
