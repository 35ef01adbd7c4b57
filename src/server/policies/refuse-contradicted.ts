import { sql } from "kysely";
import { dayOf } from "#domain/calendar-day.ts";
import { AppError } from "../app-error.ts";
import { readControlStates } from "../controls/control-states.ts";
import type { Tx } from "../db/as-caller.ts";
import { boundChecks } from "./bound-checks.ts";
import { brokenPromises } from "./broken-promises.ts";

/**
 * Refuses to approve a promise that a check, or what was read at the promise's own figure, contradicts: `policy-contradicted`, until an
 * open action names the check's control, with an owner and a due date that is not over.
 */
export async function refuseContradicted(tx: Tx, companyId: string, text: string, at: Date): Promise<void> {
  const bound = boundChecks(text);
  if (bound.size === 0) return;
  const states = await readControlStates(tx, companyId, at);
  const broken = await brokenPromises(tx, companyId, text);
  const failing = states.flatMap(({ control, checks }) =>
    checks
      .filter(({ checkId, outcome }) => bound.has(checkId) && (outcome === "fail" || broken.has(checkId)))
      .map(({ checkId, title }) => ({ check: checkId, title, controlId: control.id })),
  );
  if (failing.length === 0) return;
  const { rows } = await sql<{ control: string }>`SELECT DISTINCT c.control FROM app.records r
    CROSS JOIN jsonb_array_elements_text(CASE WHEN jsonb_typeof(r.fields -> 'controls') = 'array' THEN r.fields -> 'controls' ELSE '[]' END)
      AS c (control)
    WHERE r.company_id = ${companyId} AND r.register = 'actions' AND r.ended_at IS NULL
      AND r.fields ? 'ownerId' AND r.fields ->> 'dueOn' >= ${dayOf(at)}`.execute(tx);
  const acted = new Set(rows.map(({ control }) => control));
  const open = failing.filter(({ controlId }) => !acted.has(controlId));
  const [first] = open;
  if (!first) return;
  throw new AppError("policy-contradicted", {
    message: `${broken.get(first.check)?.reason ?? `“${first.title}” fails, and this policy promises it.`} Add an action for ${first.controlId} with an owner and a due date first.`,
    data: { checks: open.map(({ check, controlId }) => ({ check, controlId })) },
  });
}
