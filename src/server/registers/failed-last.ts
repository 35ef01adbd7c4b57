import { sql } from "kysely";
import { REGISTER_ASPECT, REGISTERS } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";

/** Checks that the registers failed when they decided them last, whatever they could not decide since. */
export async function readFailedLast(tx: Tx, companyId: string): Promise<readonly string[]> {
  const { rows } = await sql<{
    check: string;
  }>`SELECT c.check_id AS check FROM (SELECT DISTINCT r.check_id FROM app.check_results r
      WHERE r.company_id = ${companyId} AND r.aspect = ${REGISTER_ASPECT} AND r.source = ${REGISTERS} AND r.outcome = 'fail') c
    CROSS JOIN LATERAL (SELECT r.outcome FROM app.check_results r
      WHERE r.company_id = ${companyId} AND r.check_id = c.check_id AND r.aspect = ${REGISTER_ASPECT} AND r.source = ${REGISTERS}
        AND r.outcome <> 'unknown'
        -- A pass counts for nothing once an exhibit that it rests on was withdrawn.
        AND (r.outcome = 'fail' OR NOT EXISTS (SELECT FROM unnest(r.read_with || r.evidence_id) u (id)
          LEFT JOIN app.evidence w ON w.company_id = r.company_id AND w.id = u.id WHERE w.id IS NULL OR w.withdrawal_id IS NOT NULL))
        ORDER BY r.observed_at DESC, r.recorded_at DESC LIMIT 1) n
    WHERE n.outcome = 'fail' ORDER BY c.check_id`.execute(tx);
  return rows.map(({ check }) => check);
}
