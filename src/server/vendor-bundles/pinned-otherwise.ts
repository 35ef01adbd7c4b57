import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import { recordNumber } from "#domain/registers/register.ts";
import type { Tx } from "../db/as-caller.ts";

const assurances = findRegister("assurances")!;

/**
 * What to do where a bundle of this vendor was approved with another key; undefined where none was. A key by which nothing was verified binds
 * nobody. What was approved binds until its record is ended and another person has approved that: nobody lifts it alone by taking the approval
 * back, or by changing what was approved.
 */
export async function pinnedOtherwise(
  tx: Tx,
  companyId: string,
  { vendorId, issuerKey }: RecordFields,
): Promise<string | undefined> {
  if (issuerKey === undefined) return undefined;
  const { rows } = await sql<{ number: string }>`SELECT r.number FROM app.records r
    JOIN app.record_changes c ON c.company_id = r.company_id AND c.record_id = r.id AND c.kind = 'approved'
    CROSS JOIN LATERAL (SELECT r.fields || coalesce(jsonb_object_agg(f.field, f.before), '{}') AS fields
      FROM (SELECT DISTINCT ON (e.field) e.field, e.before FROM app.record_changes x, jsonb_to_recordset(x.changes) e (field text, before jsonb)
        WHERE x.company_id = r.company_id AND x.record_id = r.id AND x.version > c.version ORDER BY e.field, x.version) f) was
    WHERE r.company_id = ${companyId} AND r.register = ${assurances.key} AND (r.ended_at IS NULL OR r.end_approved_at IS NULL)
      AND was.fields ->> 'kind' = 'bundle' AND was.fields ->> 'bundle' = 'verified' AND was.fields ->> 'vendorId' = ${vendorId as string}
      AND was.fields ->> 'issuerKey' <> ${issuerKey as string} ORDER BY r.number LIMIT 1`.execute(tx);
  const [other] = rows;
  if (!other) return undefined;
  const number = recordNumber(assurances, Number(other.number));
  return `${number} of this vendor was approved with another key. Ask the vendor which one is theirs, and end the record that is wrong.`;
}
