import { sql } from "kysely";
import type { ControlStatus } from "#domain/control-status.ts";
import type { Tx } from "../db/as-caller.ts";

const DAY = 24 * 60 * 60 * 1000;
const MOST = 20;

/**
 * The changes of controls' statuses in the 24 hours before `now`, the newest first, at most twenty. A control that was
 * judged for the first time and needs evidence has not changed: nothing else was ever said of it.
 */
export async function dayChanges(tx: Tx, companyId: string, now: Date) {
  const { rows } = await sql<{
    control_id: string;
    at: Date;
    was: ControlStatus | null;
    status: ControlStatus;
    reason: string;
  }>`SELECT c.control_id, c.at, c.was, c.status, c.reason FROM app.control_changes c
    WHERE c.company_id = ${companyId} AND c.at > ${new Date(now.getTime() - DAY)} AND c.at <= ${now}
      AND (c.was IS NOT NULL OR c.status <> 'needs evidence')
    ORDER BY c.at DESC, c.control_id LIMIT ${MOST}`.execute(tx);
  return rows.map(({ control_id: controlId, at, was, status, reason }) => ({
    controlId,
    at: at.toISOString(),
    was,
    status,
    reason,
  }));
}
