import { sql } from "kysely";
import { formerStarts } from "#domain/registers/former-start.ts";
import type { FormerStarts, StartEvent } from "#domain/registers/former-start.ts";
import type { ConfirmedPeople } from "#domain/registers/same-before.ts";
import { samePeople, whoIs } from "#domain/registers/same-people.ts";
import type { KnownPerson } from "#domain/registers/same-people.ts";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import type { Known } from "./snapshot-row.ts";

/** What is known of who is who in People. */
export interface KnownPeople {
  readonly people: readonly KnownPerson[];
  /** Records that are one person's, or were, in groups. */
  readonly groups: readonly (readonly string[])[];
  readonly confirmed: readonly ConfirmedPeople[];
  readonly isSamePerson: Known["isSamePerson"];
}

/**
 * Which days people were said to start on before, by all that their records ever said, read as the company itself. A record that has an
 * address, employee ID or account which another one had before is the same person's here: by a new record nobody gets another first day.
 * An address or ID that was mended within 24 hours makes nobody another.
 */
export async function readFormerStarts(
  tx: Tx,
  companyId: string,
  { people, groups, confirmed, isSamePerson }: KnownPeople,
): Promise<readonly FormerStarts[]> {
  const { rows: before } = await sql<{ id: string; field: string; before: string | null }>`
    SELECT w.id, w.field, w.before FROM (SELECT c.record_id AS id, c.version, c.kind, c.changed_at, x.field, x.before,
        lag(c.changed_at) OVER (PARTITION BY c.record_id, x.field ORDER BY c.version) AS since
      FROM app.record_changes c, jsonb_to_recordset(c.changes) x (field text, before text)
      WHERE c.company_id = ${companyId} AND c.register = 'people' AND x.field IN ('startsAt', 'email', 'employeeId')) w
    WHERE w.kind <> 'added' AND (w.field = 'startsAt' OR w.since IS NULL OR w.changed_at - w.since >= interval '24 hours')
    ORDER BY w.id, w.version`.execute(tx);
  const names = before.flatMap(({ id, field, before: value }) =>
    field === "startsAt" || value === null
      ? []
      : { id, accounts: [], email: undefined, employeeId: undefined, [field]: value },
  );
  const { rows: shared } = await sql<{
    people: string[];
  }>`SELECT array_agg(DISTINCT a.person_id::text) AS people FROM app.person_accounts a
    WHERE a.company_id = ${companyId} AND a.kind = 'person' GROUP BY a.provider, a.scope, a.account_id
    HAVING count(DISTINCT a.person_id) > 1`.execute(tx);
  const ever = [
    ...groups,
    ...shared.map((own) => own.people),
    ...(names.length > 0 ? samePeople([...people, ...names]) : []),
  ];
  const moved = before.flatMap(({ id, field }) => (field === "startsAt" ? id : []));
  const asked = [...new Set([...moved, ...ever.flat()])];
  if (asked.length === 0) return [];
  return formerStarts(await readEvents(tx, companyId, asked), whoIs(ever), confirmed, isSamePerson);
}

/** What was written of these records that bears on since when whoever they are of works here, in order. */
async function readEvents(tx: Tx, companyId: string, ids: readonly string[]): Promise<readonly StartEvent[]> {
  const among = sql`ANY (${plainArray(ids)}::uuid[])`;
  const { rows } = await sql<{
    id: string;
    kind: string;
    at: Date;
    version: number;
    by: string;
    isDay: boolean;
    day: string | null;
  }>`SELECT c.record_id AS id, c.kind, c.changed_at AS at, c.version, c.changed_by AS by, d.field IS NOT NULL AS "isDay", d.after AS day
    FROM app.record_changes c
    LEFT JOIN LATERAL (SELECT x.field, x.after FROM jsonb_to_recordset(c.changes) x (field text, after text) WHERE x.field = 'startsAt') d ON true
    WHERE c.company_id = ${companyId} AND c.record_id = ${among} AND (d.field IS NOT NULL OR c.kind IN ('added', 'ended', 'reopened')
      OR EXISTS (SELECT FROM jsonb_to_recordset(c.changes) x (field text) WHERE x.field IN ('email', 'employeeId')))
    UNION ALL
    SELECT a.person_id, 'decided', a.decided_at, 0, a.decided_by, false, NULL FROM app.person_accounts a
    WHERE a.company_id = ${companyId} AND a.person_id = ${among} AND EXISTS (SELECT FROM app.person_accounts o
      WHERE o.company_id = a.company_id AND (o.provider, o.scope, o.account_id) = (a.provider, a.scope, a.account_id) AND o.person_id <> a.person_id)
    ORDER BY at, id, version`.execute(tx);
  return rows.map(({ id: personId, kind, at, by, isDay, day }) => ({
    personId,
    at,
    by,
    ...(isDay && { day }),
    ...(kind === "ended" && { isEnded: true }),
    ...(kind === "reopened" && { isEnded: false }),
  }));
}
