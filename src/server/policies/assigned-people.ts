import { sql } from "kysely";
import { acknowledgmentDue } from "#domain/policies/policy.ts";
import type { Assignment } from "#domain/policies/policy.ts";
import type { Tx } from "../db/as-caller.ts";

/** Somebody to whom the version in force is assigned, and what they acknowledged of its text. */
export interface AssignedPerson {
  readonly personId: string;
  readonly number: number;
  readonly name: string;
  readonly due: Date;
  readonly acknowledged: { readonly at: Date; readonly method: string; readonly version: number } | null;
}

interface PersonRow {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly kind: string;
  readonly starts: string;
}

interface AcknowledgmentRow {
  readonly policy_id: string;
  readonly person_id: string;
  readonly acknowledged_at: Date;
  readonly method: string;
  readonly version: number;
}

/** The assignments of the versions in force of these policies, ended ones included, by their policy. */
export async function readAssignmentsInForce(
  tx: Tx,
  companyId: string,
  policyIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Assignment[]>> {
  const { rows } = await sql<
    Assignment & { readonly policyId: string }
  >`SELECT v.policy_id AS "policyId", s.audience, s.person_id AS "personId", s.assigned_at AS "assignedAt",
      s.ended_at IS NOT NULL AS ended
    FROM app.assignments s JOIN app.policy_versions v ON v.company_id = s.company_id AND v.id = s.version_id AND v.state = 'in force'
    WHERE s.company_id = ${companyId} AND v.policy_id = ANY (${policyIds}::uuid[])`.execute(tx);
  return Map.groupBy(rows, ({ policyId }) => policyId);
}

/** Whom the versions in force of these policies are assigned to at `now`. The same text that was acknowledged before counts. */
export async function readAssigned(
  tx: Tx,
  companyId: string,
  policyIds: readonly string[],
  now: Date,
): Promise<Map<string, AssignedPerson[]>> {
  const ids = sql`${policyIds}::uuid[]`;
  const assignments = await readAssignmentsInForce(tx, companyId, policyIds);
  if (assignments.size === 0) return new Map();
  const { rows: people } = await sql<PersonRow>`SELECT r.id, r.number::integer AS number, r.fields ->> 'name' AS name,
      r.fields ->> 'kind' AS kind, r.fields ->> 'startsAt' AS starts
    FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL
      AND (r.fields ->> 'startsAt')::timestamptz <= ${now} AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)
    ORDER BY lower(r.fields ->> 'name'), r.number`.execute(tx);
  const { rows: acknowledged } =
    await sql<AcknowledgmentRow>`SELECT DISTINCT ON (v.policy_id, a.person_id) v.policy_id, a.person_id,
      a.acknowledged_at, a.method, w.number AS version
    FROM app.policy_versions v JOIN app.policy_versions w ON w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256
    JOIN app.acknowledgments a ON a.company_id = w.company_id AND a.version_id = w.id AND a.sha256 = v.sha256 AND a.vouched IS NOT NULL
    WHERE v.company_id = ${companyId} AND v.state = 'in force' AND v.policy_id = ANY (${ids})
    ORDER BY v.policy_id, a.person_id, a.acknowledged_at`.execute(tx);
  const done = new Map(acknowledged.map((row) => [`${row.policy_id} ${row.person_id}`, row]));
  return new Map(
    [...assignments].map(([policyId, own]) => {
      const assigned = people.flatMap(({ id, number, name, kind, starts }): AssignedPerson[] => {
        const due = acknowledgmentDue(own, { id, kind, startsAt: new Date(starts) });
        if (!due) return [];
        const row = done.get(`${policyId} ${id}`);
        const acknowledged = row ? { at: row.acknowledged_at, method: row.method, version: row.version } : null;
        return [{ personId: id, number, name, due, acknowledged }];
      });
      return [policyId, assigned];
    }),
  );
}
