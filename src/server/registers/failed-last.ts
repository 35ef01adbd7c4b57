import { sql } from "kysely";
import { REGISTER_ASPECT, REGISTERS, registersOn } from "#domain/registers/snapshot.ts";
import type { SnapshotManifest } from "#domain/registers/snapshot.ts";
import type { Tx } from "../db/as-caller.ts";

/** What the registers failed when they decided it last, whatever they could not decide since: checks, and parts at single systems. */
export async function readFailedLast(
  tx: Tx,
  companyId: string,
): Promise<Pick<SnapshotManifest, "failedLast" | "failedParts">> {
  const { rows } = await sql<{
    check: string;
    aspect: string;
    source: string;
  }>`SELECT c.check_id AS check, c.aspect, c.source FROM (SELECT DISTINCT r.check_id, r.aspect, r.source FROM app.check_results r
      WHERE r.company_id = ${companyId} AND r.outcome = 'fail' AND r.aspect IS NOT NULL
        AND (r.aspect = ${REGISTER_ASPECT} AND r.source = ${REGISTERS} OR starts_with(r.source, ${registersOn("").slice(0, -1)}))) c
    CROSS JOIN LATERAL (SELECT r.outcome FROM app.check_results r
      WHERE r.company_id = ${companyId} AND r.check_id = c.check_id AND r.aspect = c.aspect AND r.source = c.source
        AND r.outcome <> 'unknown'
        -- A pass counts for nothing once an exhibit that it rests on was withdrawn.
        AND (r.outcome = 'fail' OR NOT EXISTS (SELECT FROM unnest(r.read_with || r.evidence_id) u (id)
          LEFT JOIN app.evidence w ON w.company_id = r.company_id AND w.id = u.id WHERE w.id IS NULL OR w.withdrawal_id IS NOT NULL))
        ORDER BY r.observed_at DESC, r.recorded_at DESC LIMIT 1) n
    WHERE n.outcome = 'fail' ORDER BY c.check_id, c.aspect, c.source`.execute(tx);
  return {
    failedLast: rows.filter(({ source }) => source === REGISTERS).map(({ check }) => check),
    failedParts: rows.filter(({ source }) => source !== REGISTERS),
  };
}
