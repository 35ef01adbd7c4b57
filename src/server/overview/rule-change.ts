import { sql } from "kysely";
import { findControl } from "#catalog/index.ts";
import type { Tx } from "../db/as-caller.ts";

const DAYS_SAID = 30;
const DAY_MS = 24 * 60 * 60_000;

/**
 * What fell when a newer rule judged the company for the first time, in the order of the controls: home explains it for 30 days. Null
 * where no older rule had judged it, and where nothing fell.
 */
export async function readRuleChange(tx: Tx, companyId: string, now: Date) {
  const { rows } = await sql<{ at: Date; control_id: string; reason: string }>`
    SELECT j.ruled_at AS at, c.control_id, c.reason FROM app.judgements j
    JOIN app.control_changes c ON c.company_id = j.company_id AND c.at = j.ruled_at AND c.was = 'passing' AND c.rule = j.rule
    WHERE j.company_id = ${companyId} AND j.ruled_at > ${new Date(now.getTime() - DAYS_SAID * DAY_MS)}
    ORDER BY c.control_id`.execute(tx);
  const [first] = rows;
  if (!first) return null;
  return {
    at: first.at.toISOString(),
    fell: rows.map(({ control_id: controlId, reason }) => ({
      controlId,
      title: findControl(controlId)?.title ?? controlId,
      reason,
    })),
  };
}
