import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { acknowledgmentDue, openTexts } from "#domain/policies/policy.ts";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import { functionOf } from "../db/functions.ts";
import { firstDay, hasEarlier, keptDays, lastDays, readAssignmentsInForce } from "./policy-assignments.ts";

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

/**
 * Whom the versions in force of these policies are assigned to at `now`, and until when: by the rule that the check has. The same text that
 * was acknowledged before counts. Of these people alone where `only` names them.
 */
export async function readAssigned(
  tx: Tx,
  companyId: string,
  policyIds: readonly string[],
  now: Date,
  only?: readonly string[],
): Promise<Map<string, AssignedPerson[]>> {
  const ids = sql`${policyIds}::uuid[]`;
  const ofThese = (id: RawBuilder<unknown>) =>
    only === undefined ? sql`true` : sql`${id} = ANY (${plainArray(only)}::uuid[])`;
  const assignments = await readAssignmentsInForce(tx, companyId, policyIds);
  if (assignments.size === 0) return new Map();
  const [{ rows: people }, { rows: acknowledged }, days] = await atOnce(
    sql<PersonRow>`SELECT r.id, r.number::integer AS number, r.fields ->> 'name' AS name,
      r.fields ->> 'kind' AS kind, ${firstDay} AS starts
    FROM app.records r ${keptDays} WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL
      AND (${firstDay})::timestamptz <= ${now} AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)
      AND ${ofThese(sql`r.id`)}
    ORDER BY ${functionOf("app.fold", [sql<string>`left(r.fields ->> 'name', 300)`])} COLLATE "C", r.number`.execute(
      tx,
    ),
    sql<AcknowledgmentRow>`SELECT DISTINCT ON (v.policy_id, a.person_id) v.policy_id, a.person_id,
      a.acknowledged_at, a.method, w.number AS version
    FROM app.policy_versions v JOIN app.policy_versions w ON w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256
    JOIN app.acknowledgments a ON a.company_id = w.company_id AND a.version_id = w.id AND a.sha256 = v.sha256 AND a.vouched IS NOT NULL
    WHERE v.company_id = ${companyId} AND v.state = 'in force' AND v.policy_id = ANY (${ids}) AND ${ofThese(sql`a.person_id`)}
    ORDER BY v.policy_id, a.person_id, a.acknowledged_at`.execute(tx),
    readLastDays(
      tx,
      companyId,
      [...assignments].flatMap(([policyId, own]) => (hasEarlier(own) ? policyId : [])),
      only,
    ),
  );
  const done = new Map(acknowledged.map((row) => [`${row.policy_id} ${row.person_id}`, row]));
  return new Map(
    [...assignments].map(([policyId, { own, texts }]) => {
      const assigned = people.flatMap(({ id, number, name, kind, starts }): AssignedPerson[] => {
        const earlier = openTexts(texts, days.get(`${policyId} ${id}`));
        const due = acknowledgmentDue(own, { id, kind, startsAt: new Date(starts) }, earlier);
        if (!due) return [];
        const row = done.get(`${policyId} ${id}`);
        const acknowledged = row ? { at: row.acknowledged_at, method: row.method, version: row.version } : null;
        return [{ personId: id, number, name, due, acknowledged }];
      });
      return [policyId, assigned];
    }),
  );
}

/** The day in UTC on which each person last acknowledged any text of these policies for the first time, by policy and person. */
async function readLastDays(
  tx: Tx,
  companyId: string,
  policyIds: readonly string[],
  only?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (policyIds.length === 0) return new Map();
  const { rows } = await sql<{
    policy_id: string;
    person_id: string;
    day: string;
  }>`SELECT l.policy_id, l.person_id, l.day
    FROM ${lastDays(companyId, policyIds, only)} l`.execute(tx);
  return new Map(rows.map(({ policy_id: policy, person_id: person, day }) => [`${policy} ${person}`, day]));
}
