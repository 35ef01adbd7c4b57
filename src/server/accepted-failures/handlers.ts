import { randomUUID } from "node:crypto";
import { findControl } from "#catalog/index.ts";
import { mayHoldUntil } from "#domain/scope.ts";
import { failingChecks } from "../controls/failing-checks.ts";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { findCheck } from "../manual-tests/find-check.ts";
import { getAcceptance, listAcceptances } from "./acceptance-list.ts";

interface Deps {
  readonly now: () => Date;
}

export function acceptedFailureHandlers(deps: Deps): HandlersOf<"acceptedFailures"> {
  return {
    list: async ({ input, caller, tx }) => ({
      acceptances: await listAcceptances(tx, caller, findControl(input.controlId) ?? fail("not-found"), deps.now()),
    }),
    accept: accept(deps),
    withdraw: withdraw(deps),
  };
}

/** Refuses `not-found`, `scope-until`, and `check-not-failing` for a check that does not fail at this moment. */
function accept({ now }: Deps): HandlersOf<"acceptedFailures">["accept"] {
  return async ({ input: { companyId, controlId, checkId, reason, treatment, until }, caller, tx }) => {
    const { control, check } = findCheck(controlId, checkId, undefined);
    const at = now();
    if (!mayHoldUntil(until, at)) return fail("scope-until");
    if (!(await failingChecks(tx, companyId, at)).has(checkId)) return fail("check-not-failing");
    const id = randomUUID();
    await tx
      .insertInto("app.accepted_failures")
      .values({
        company_id: companyId,
        id,
        check_id: checkId,
        reason,
        treatment,
        until,
        accepted_by: caller.userId,
        accepted_at: at,
      })
      .execute();
    const details = { control: control.title, check: check.title, acceptance: id, until, reason, treatment };
    return { answer: await getAcceptance(tx, caller, control, id, at), entry: { subject: control.id, details } };
  };
}

/** Refuses `not-found`, also for an acceptance that has ended. */
function withdraw({ now }: Deps): HandlersOf<"acceptedFailures">["withdraw"] {
  return async ({ input: { companyId, controlId, acceptanceId, reason }, caller, tx }) => {
    const control = findControl(controlId) ?? fail("not-found");
    const { check } = await getAcceptance(tx, caller, control, acceptanceId, now());
    const { numUpdatedRows } = await tx
      .updateTable("app.accepted_failures")
      .set({ ended_at: now(), ended_by: caller.userId, ended_because: reason })
      .where("company_id", "=", companyId)
      .where("id", "=", acceptanceId)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return fail("not-found");
    const details = { control: control.title, check, acceptance: acceptanceId, reason };
    return {
      answer: await getAcceptance(tx, caller, control, acceptanceId, now()),
      entry: { subject: control.id, details },
    };
  };
}
