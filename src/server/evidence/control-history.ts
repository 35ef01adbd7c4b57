import { sql } from "kysely";
import type { ControlStatus } from "#domain/control-status.ts";
import type { StatusChange } from "#domain/days-covered.ts";
import type { Tx } from "../db/as-caller.ts";

interface ChangeRow {
  control_id: string;
  at: Date;
  status: ControlStatus;
  reason: string;
}

/**
 * The recorded history of controls from an instant on, oldest first by control: every line after it and, as the first, the line
 * that stood at it. Past `limit` lines of a control the oldest are left out, and so is the line that stood before them: what is
 * not read counts as not recorded.
 */
export async function readHistory(
  tx: Tx,
  companyId: string,
  controlIds: readonly string[],
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<Map<string, StatusChange[]>> {
  // Two steps of an index for each control, however long the history is.
  const { rows } = await sql<ChangeRow>`SELECT h.control_id, h.at, h.status, h.reason
    FROM unnest(${controlIds}::text[]) k (control_id)
    CROSS JOIN LATERAL (
      (SELECT c.control_id, c.at, c.status, c.reason FROM app.control_changes c
        WHERE c.company_id = ${companyId} AND c.control_id = k.control_id AND c.at > ${from} AND c.at < ${to}
        ORDER BY c.at DESC LIMIT ${limit})
      UNION ALL
      (SELECT c.control_id, c.at, c.status, c.reason FROM app.control_changes c
        WHERE c.company_id = ${companyId} AND c.control_id = k.control_id AND c.at = (SELECT max(b.at)
          FROM app.control_changes b WHERE b.company_id = ${companyId} AND b.control_id = k.control_id AND b.at <= ${from}))) h
    ORDER BY h.control_id, h.at`.execute(tx);
  const history = new Map<string, StatusChange[]>();
  for (const [id, changes] of Map.groupBy(rows, (row) => row.control_id)) {
    const cut = changes.filter(({ at }) => at > from).length === limit;
    const read = cut ? changes.filter(({ at }) => at > from) : changes;
    history.set(
      id,
      read.map(({ at, status, reason }) => ({ at, status, reason })),
    );
  }
  return history;
}
