import { sql } from "kysely";
import type { ControlStatus } from "#domain/control-status.ts";
import type { StatusChange } from "#domain/days-covered.ts";
import type { Tx } from "../db/as-caller.ts";

/** A change with the number of the rule that judged it. */
interface RuledChange extends StatusChange {
  readonly rule: number;
}

interface ChangeRow {
  control_id: string;
  at: Date;
  status: ControlStatus;
  reason: string;
  rule: number;
}

/**
 * A control's recorded history after an instant, oldest first, and as the first the line that stood at it. Past `limit` lines the
 * oldest are left out, and so is the one that stood before them: what is not read counts as not recorded.
 */
export async function readHistory(
  tx: Tx,
  companyId: string,
  controlId: string,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<{ changes: RuledChange[]; cut: boolean }> {
  const { rows } = await sql<ChangeRow>`SELECT h.* FROM (
      (SELECT c.control_id, c.at, c.status, c.reason, c.rule FROM app.control_changes c
        WHERE c.company_id = ${companyId} AND c.control_id = ${controlId} AND c.at > ${from} AND c.at < ${to}
        ORDER BY c.at DESC LIMIT ${limit + 1})
      UNION ALL ${standingAt(companyId, sql`${controlId}`, from)}) h ORDER BY h.at`.execute(tx);
  const after = rows.filter(({ at }) => at > from);
  const cut = after.length > limit;
  return { changes: (cut ? after.slice(-limit) : rows).map(present), cut };
}

/**
 * What of the history of all controls decides which days they covered: of each control and UTC day what stood at its midnight, the
 * first line that is not covered, and the last one; and what stood before. As many lines as there are days, however often
 * a status changed.
 */
export async function readDecidingHistory(
  tx: Tx,
  companyId: string,
  controlIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<Map<string, StatusChange[]>> {
  const { rows } = await sql<ChangeRow>`SELECT h.control_id, h.at, h.status, h.reason, h.rule FROM (
      SELECT c.control_id, c.at, c.status, c.reason, c.rule, d.day, s.covered,
        row_number() OVER (PARTITION BY c.control_id, d.day ORDER BY c.at DESC, s.covered) AS from_end,
        row_number() OVER (PARTITION BY c.control_id, d.day, s.covered ORDER BY c.at) AS from_start
      FROM app.control_changes c
      CROSS JOIN LATERAL (SELECT date_trunc('day', c.at, 'UTC') AS day) d
      CROSS JOIN LATERAL (SELECT c.status IN ('passing', 'not applicable') AS covered) s
      WHERE c.company_id = ${companyId} AND c.control_id = ANY (${controlIds}) AND c.at > ${from} AND c.at < ${to}) h
    WHERE h.from_end = 1 OR h.at = h.day OR (h.from_start = 1 AND NOT h.covered)
    UNION ALL
    SELECT b.control_id, b.at, b.status, b.reason, b.rule FROM unnest(${controlIds}::text[]) k (control_id)
    CROSS JOIN LATERAL ${standingAt(companyId, sql`k.control_id`, from)} b`.execute(tx);
  const byControl = Map.groupBy(rows, (row) => row.control_id);
  return new Map([...byControl].map(([id, changes]) => [id, changes.map(present)]));
}

/** The lines of a control at the last instant until a time at which there are any. */
function standingAt(companyId: string, controlId: ReturnType<typeof sql>, from: Date) {
  return sql`(SELECT c.control_id, c.at, c.status, c.reason, c.rule FROM app.control_changes c
    WHERE c.company_id = ${companyId} AND c.control_id = ${controlId} AND c.at = (SELECT b.at FROM app.control_changes b
      WHERE b.company_id = ${companyId} AND b.control_id = ${controlId} AND b.at <= ${from} ORDER BY b.at DESC LIMIT 1))`;
}

function present({ at, status, reason, rule }: ChangeRow): RuledChange {
  return { at, status, reason, rule };
}
