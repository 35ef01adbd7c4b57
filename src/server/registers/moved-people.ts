import { sql } from "kysely";
import { findRegister } from "#catalog/registers/index.ts";
import type { Tx } from "../db/as-caller.ts";
import { DAY_MS } from "./last-run.ts";

/** What a role is told by: where somebody's changes, their accesses are looked at. */
const ROLE_FIELDS = ["jobTitle", "kind"];
/** More than these ask for nothing: a roster that was written at once is no list of changes. */
const MOST = 500;

interface Somebody {
  readonly id: string;
  readonly number: number;
  readonly name: string;
}

export interface MovedPerson extends Somebody {
  readonly at: Date;
  /** The fields that changed, as people read them. */
  readonly changed: readonly string[];
}

const worksHere = (companyId: string, now: Date, personId: string | undefined) => sql`r.company_id = ${companyId}
  AND r.register = 'people' AND r.ended_at IS NULL AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)
  AND ${personId === undefined ? sql`true` : sql`r.id = ${personId}`}`;

const STARTED_DAYS = 60;

/** Who starts, or started in the last 60 days; of one person alone where `personId` names them. */
export async function readStarting(tx: Tx, companyId: string, now: Date, personId?: string) {
  const since = new Date(now.getTime() - STARTED_DAYS * DAY_MS);
  // Keys are in lower case. From a day earlier: the condition on the record decides exactly.
  const earliest = new Date(since.getTime() - DAY_MS).toISOString().toLowerCase();
  const { rows } = await sql<Somebody & { starts_at: string }>`SELECT r.id, r.number::integer AS number,
      r.fields ->> 'name' AS name, r.fields ->> 'startsAt' AS starts_at
    -- In the order of first days, one by one: of thousands who start no more are looked at than are answered.
    FROM (SELECT k.record_id, k.value, k.number FROM app.record_keys k WHERE k.company_id = ${companyId} AND k.register = 'people'
      AND k.field = 'startsAt' AND k.value >= ${earliest} AND NOT k.ended AND ${personId === undefined ? sql`true` : sql`k.record_id = ${personId}`}
      ORDER BY k.value, k.number OFFSET 0) k
    CROSS JOIN LATERAL (SELECT r.* FROM app.records r WHERE r.company_id = ${companyId} AND r.id = k.record_id OFFSET 0) r
    WHERE ${worksHere(companyId, now, personId)} AND (r.fields ->> 'startsAt')::timestamptz > ${since}
    ORDER BY k.value, k.number LIMIT ${MOST}`.execute(tx);
  return rows.map(({ starts_at: startsAt, ...row }) => ({ ...row, startsAt: new Date(startsAt) }));
}

/**
 * Whose job or employment changed in the last 90 days, with the last of these changes; of one person alone where `personId` names them. A
 * first value is no change, and neither is another way to write the same one.
 */
export async function readMoved(
  tx: Tx,
  companyId: string,
  now: Date,
  personId?: string,
): Promise<readonly MovedPerson[]> {
  // From the changes, which are few: of thousands who were added at once none is looked at.
  const { rows } = await sql<Somebody & { at: Date; fields: string[] }>`SELECT r.id, r.number::integer AS number,
      r.fields ->> 'name' AS name, m.changed_at AS at, m.fields
    FROM (SELECT DISTINCT ON (c.record_id) c.record_id, c.changed_at, array_agg(x.field ORDER BY x.field DESC) AS fields
      FROM app.record_changes c, jsonb_to_recordset(c.changes) x (field text, before text, after text)
      WHERE c.company_id = ${companyId} AND c.register = 'people' AND c.kind = 'changed'
        AND ${personId === undefined ? sql`true` : sql`c.record_id = ${personId}`}
        AND c.changed_at BETWEEN ${now}::timestamptz - interval '90 days' AND ${now} AND x.field = ANY (${ROLE_FIELDS}::text[])
        AND x.after IS NOT NULL AND lower(btrim(x.before)) <> lower(btrim(x.after))
      GROUP BY c.record_id, c.version, c.changed_at ORDER BY c.record_id, c.version DESC) m
    JOIN app.records r ON r.company_id = ${companyId} AND r.id = m.record_id
    WHERE ${worksHere(companyId, now, personId)}
    ORDER BY m.changed_at, r.number LIMIT ${MOST}`.execute(tx);
  const { fields } = findRegister("people")!;
  return rows.map(({ fields: changed, ...row }) => ({ ...row, changed: changed.map((key) => fields[key]!.label) }));
}
