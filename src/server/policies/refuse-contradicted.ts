import { sql } from "kysely";
import { dayOf } from "#domain/calendar-day.ts";
import { AppError } from "../app-error.ts";
import { readControlStates } from "../controls/control-states.ts";
import type { Tx } from "../db/as-caller.ts";
import { boundChecks } from "./bound-checks.ts";
import { brokenPromises } from "./broken-promises.ts";

/**
 * Refuses to approve a promise that a check, or what was read at the promise's own figure, contradicts: `policy-contradicted`, until an
 * open action of the check's control names the check in its title or plan, with an owner and a due date that is not over.
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
  const { rows } = await sql<{
    control: string;
    text: string;
  }>`SELECT c.control, lower(concat_ws(' ', r.fields ->> 'title', r.fields ->> 'plan')) AS text FROM app.records r
    CROSS JOIN jsonb_array_elements_text(CASE WHEN jsonb_typeof(r.fields -> 'controls') = 'array' THEN r.fields -> 'controls' ELSE '[]' END)
      AS c (control)
    WHERE r.company_id = ${companyId} AND r.register = 'actions' AND r.ended_at IS NULL
      AND r.fields ? 'ownerId' AND r.fields ->> 'dueOn' >= ${dayOf(at)}`.execute(tx);
  const isActed = ({ check, title, controlId }: (typeof failing)[number]) =>
    rows.some(
      ({ control, text: words }) =>
        control === controlId && (words.includes(check) || words.includes(title.toLowerCase())),
    );
  const open = failing.filter((each) => !isActed(each));
  const [first] = open;
  if (!first) return;
  throw new AppError("policy-contradicted", {
    message: `${broken.get(first.check)?.reason ?? `“${first.title}” fails, and this policy promises it.`} Add an action for ${first.controlId} first that has ${first.check} in its title or plan, with an owner and a due date.`,
    data: { checks: open.map(({ check, controlId }) => ({ check, controlId })) },
  });
}
