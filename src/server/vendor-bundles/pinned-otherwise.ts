import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import type { RecordFields } from "#domain/registers/register.ts";
import { recordNumber } from "#domain/registers/register.ts";
import { whichVendor } from "#domain/registers/same-vendor.ts";
import type { NamedVendor } from "#domain/registers/same-vendor.ts";
import type { Tx } from "../db/as-caller.ts";

const assurances = findRegister("assurances")!;
const vendors = findRegister("vendors")!;

/**
 * What to do where a bundle of this vendor was approved with another key; undefined where none was. A key by which nothing was verified binds
 * nobody. What was approved binds until its record is ended and another person has approved that: nobody lifts it alone by taking the approval
 * back, by changing what was approved, or by ending the vendor's record and adding it anew, under its name or with its website.
 */
export async function pinnedOtherwise(
  tx: Tx,
  companyId: string,
  { vendorId, issuerKey }: RecordFields,
): Promise<string | undefined> {
  if (issuerKey === undefined) return undefined;
  const same = await sameVendors(tx, companyId, vendorId as string);
  const { rows } = await sql<{ number: string }>`SELECT r.number FROM app.records r
    JOIN app.record_changes c ON c.company_id = r.company_id AND c.record_id = r.id AND c.kind = 'approved'
    CROSS JOIN LATERAL (SELECT r.fields || coalesce(jsonb_object_agg(f.field, f.before), '{}') AS fields
      FROM (SELECT DISTINCT ON (e.field) e.field, e.before FROM app.record_changes x, jsonb_to_recordset(x.changes) e (field text, before jsonb)
        WHERE x.company_id = r.company_id AND x.record_id = r.id AND x.version > c.version ORDER BY e.field, x.version) f) was
    WHERE r.company_id = ${companyId} AND r.register = ${assurances.key} AND (r.ended_at IS NULL OR r.end_approved_at IS NULL)
      AND was.fields ->> 'kind' = 'bundle' AND was.fields ->> 'bundle' = 'verified' AND was.fields ->> 'vendorId' = ANY (${same}::text[])
      AND was.fields ->> 'issuerKey' <> ${issuerKey as string} ORDER BY r.number LIMIT 1`.execute(tx);
  const [other] = rows;
  if (!other) return undefined;
  const number = recordNumber(assurances, Number(other.number));
  return `${number} of this vendor was approved with another key. Ask the vendor which one is theirs, and end the record that is wrong.`;
}

/** The records of the same vendor, by each name and website that one of them ever said. */
async function sameVendors(tx: Tx, companyId: string, vendorId: string): Promise<readonly string[]> {
  const { rows } =
    await sql<NamedVendor>`SELECT r.id, r.fields ->> 'name' AS name, r.fields ->> 'site' AS site FROM app.records r
    WHERE r.company_id = ${companyId} AND r.register = ${vendors.key}
    UNION ALL
    SELECT c.record_id, CASE WHEN x.field = 'name' THEN x.before END, CASE WHEN x.field = 'site' THEN x.before END
    FROM app.record_changes c, jsonb_to_recordset(c.changes) x (field text, before text)
    WHERE c.company_id = ${companyId} AND c.register = ${vendors.key} AND x.field IN ('name', 'site') AND x.before IS NOT NULL`.execute(
      tx,
    );
  const said = rows.map(({ id, name, site }) => ({ id, name: name ?? undefined, site: site ?? undefined }));
  const which = whichVendor(said);
  return [...new Set([vendorId, ...said.map(({ id }) => id)])].filter((id) => which(id) === which(vendorId));
}
