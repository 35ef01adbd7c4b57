import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import { endOfDay } from "#domain/calendar-day.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { StandingRestore } from "#domain/tasks/of-ends.ts";
import type { Tx } from "../db/as-caller.ts";
import { mayIn } from "../registers/rights.ts";

const COUNTS_DAYS = 365;

/** Until when the last restore of each critical or production system counts: of those that another person approved. */
export async function readRestores(tx: Tx, companyId: string, role: string): Promise<readonly StandingRestore[]> {
  const systems = findRegister("systems")!;
  if (!mayIn(systems, "read", role) || !mayIn(findRegister("tests")!, "read", role)) return [];
  const { rows } = await sql<{ id: string; number: number; name: string; critical: boolean; done_on: string | null }>`
    SELECT r.id, r.number::integer AS number, coalesce(s.name, 'a system') AS name, r.fields ->> 'criticality' = 'critical' AS critical,
      -- By what leads to the system, and its key: all tests are too many to be read for each.
      (SELECT max(k.day) FROM app.record_links l CROSS JOIN LATERAL (SELECT k.day FROM app.task_keys k WHERE k.company_id = l.company_id
          AND k.record_id = l.record_id AND k.task = 'restore' OFFSET 0) k
        WHERE l.company_id = o.company_id AND l.system_id = o.system_id AND l.register = 'tests' AND l.field = 'systemIds') AS done_on
    FROM app.records r
    LEFT JOIN app.record_links o ON o.company_id = r.company_id AND o.record_id = r.id AND o.field = 'systemId' AND o.system_id IS NOT NULL
    LEFT JOIN app.systems s ON s.company_id = o.company_id AND s.id = o.system_id
    WHERE r.company_id = ${companyId} AND r.register = 'systems' AND r.ended_at IS NULL
      AND (r.fields ->> 'criticality' = 'critical' OR r.fields -> 'production' = 'true')
    ORDER BY r.number LIMIT 500`.execute(tx);
  return rows.map(({ id, number, name, critical, done_on: doneOn }) => ({
    id,
    number: recordNumber(systems, number),
    system: name,
    isCritical: critical,
    until: doneOn === null ? null : new Date(endOfDay(doneOn).getTime() + COUNTS_DAYS * 86_400_000),
  }));
}
