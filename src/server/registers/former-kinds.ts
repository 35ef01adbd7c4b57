import { sql } from "kysely";
import type { FormerKind } from "#domain/registers/former-kind.ts";
import type { Tx } from "../db/as-caller.ts";

/**
 * Of which kind people were before, by what their records ever said: an employee who became a partner. A mistake that was mended within a day
 * after the record was added is none of it, as for the day on which somebody starts.
 */
export async function readFormerKinds(tx: Tx, companyId: string): Promise<readonly FormerKind[]> {
  const { rows } = await sql<{ personId: string; kind: string; until: Date }>`
    SELECT c.record_id AS "personId", x.before AS kind, c.changed_at AS until
    FROM app.record_changes c JOIN app.records r ON r.company_id = c.company_id AND r.id = c.record_id,
      jsonb_to_recordset(c.changes) x (field text, before text)
    WHERE c.company_id = ${companyId} AND c.register = 'people' AND c.kind <> 'added' AND x.field = 'kind' AND x.before IS NOT NULL
      AND c.changed_at >= r.created_at + interval '24 hours'
    ORDER BY c.record_id, c.version`.execute(tx);
  return rows.map((row) => ({ ...row, until: row.until.toISOString() }));
}
