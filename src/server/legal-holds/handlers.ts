import { sql } from "kysely";
import type { HandlersOf } from "../endpoints/handler.ts";
import { fail } from "../app-error.ts";
import { functionOf } from "../db/functions.ts";
import { openRegister } from "../registers/rights.ts";

interface Row {
  readonly person: string;
  readonly name: string;
  readonly noticed_at: Date | null;
  readonly reminders: number | null;
  readonly acknowledged_at: Date | null;
  readonly released_at: Date | null;
}

export function legalHoldHandlers(): HandlersOf<"legalHolds"> {
  return {
    custodians: async ({ input: { recordId }, caller, tx }) => {
      const { key } = openRegister("legal-holds", caller);
      const { rows: holds } =
        await sql`SELECT FROM app.records r WHERE r.company_id = ${caller.companyId} AND r.register = ${key}
        AND r.id = ${recordId}`.execute(tx);
      if (holds.length === 0) return fail("not-found");
      const { rows } =
        await sql<Row>`SELECT p.id AS person, p.fields ->> 'name' AS name, n.noticed_at, n.reminders, n.released_at,
          CASE WHEN n.acknowledged = ${functionOf("app.hold_text", [sql.ref("h.fields")])} THEN n.acknowledged_at END AS acknowledged_at
        FROM app.records h
        JOIN (SELECT l.record_id, l.person_id, l.position FROM app.record_links l WHERE l.company_id = ${caller.companyId}
            AND l.record_id = ${recordId} AND l.field = 'custodianIds'
          UNION SELECT n.hold_id, n.person_id, 10000 FROM app.hold_notices n WHERE n.company_id = ${caller.companyId}
            AND n.hold_id = ${recordId} AND NOT EXISTS (SELECT FROM app.record_links l WHERE l.company_id = n.company_id
              AND l.record_id = n.hold_id AND l.field = 'custodianIds' AND l.person_id = n.person_id)) c ON c.record_id = h.id
        JOIN app.records p ON p.company_id = h.company_id AND p.id = c.person_id
        LEFT JOIN app.hold_notices n ON n.company_id = h.company_id AND n.hold_id = h.id AND n.person_id = p.id
        WHERE h.company_id = ${caller.companyId} AND h.id = ${recordId} ORDER BY c.position, p.number`.execute(tx);
      return rows.map((row) => ({
        personId: row.person,
        name: row.name,
        toldAt: row.noticed_at?.toISOString() ?? null,
        reminders: row.reminders ?? 0,
        acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
        releasedAt: row.released_at?.toISOString() ?? null,
      }));
    },
  };
}
