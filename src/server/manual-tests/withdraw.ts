import { findControl } from "#catalog/index.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { getTest } from "./test-list.ts";

interface Deps {
  readonly now: () => Date;
}

/** Withdraws a test. Refuses `not-found`, also for one that is withdrawn, or that the caller may not withdraw. */
export function withdrawTest({ now }: Deps): HandlersOf<"manualTests">["withdraw"] {
  return async ({ input: { companyId, controlId, testId, reason }, caller, tx }) => {
    const control = findControl(controlId) ?? fail("not-found");
    const { check, part } = await getTest(tx, caller, control, testId, now());
    const { numUpdatedRows } = await tx
      .updateTable("app.manual_tests")
      .set({ withdrawn_at: now(), withdrawn_by: caller.userId, withdrawn_because: reason })
      .where("company_id", "=", companyId)
      .where("id", "=", testId)
      .where("withdrawn_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return fail("not-found");
    const details = { control: control.title, check, ...(part !== null && { part }), test: testId, reason };
    return {
      answer: await getTest(tx, caller, control, testId, now()),
      entry: { subject: control.id, details },
    };
  };
}
