import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Assignment } from "#domain/policies/policy.ts";
import { plainArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";

/** To whom a policy is or was assigned, ended assignments included. */
export interface PolicyAssignments {
  /** Of the version in force. */
  readonly own: readonly Assignment[];
  /** Of all its texts, those that were replaced, too. */
  readonly texts: readonly Assignment[];
}

/** The assignments of these policies, by their policy; nothing of one whose version in force was never assigned. */
export async function readAssignmentsInForce(
  tx: Tx,
  companyId: string,
  policyIds: readonly string[],
): Promise<ReadonlyMap<string, PolicyAssignments>> {
  const { rows } = await sql<
    Assignment & { readonly policyId: string; readonly inForce: boolean }
  >`SELECT v.policy_id AS "policyId", v.state = 'in force' AS "inForce", s.audience, s.person_id AS "personId",
      s.assigned_at AS "assignedAt", s.ended_at IS NOT NULL AS ended
    FROM app.assignments s JOIN app.policy_versions v ON v.company_id = s.company_id AND v.id = s.version_id
      AND v.state IN ('in force', 'replaced')
    WHERE s.company_id = ${companyId} AND v.policy_id = ANY (${policyIds}::uuid[])`.execute(tx);
  const found = new Map<string, PolicyAssignments>();
  for (const [policyId, texts] of Map.groupBy(rows, (row) => row.policyId)) {
    const own = texts.filter(({ inForce }) => inForce);
    if (own.length > 0) found.set(policyId, { own, texts });
  }
  return found;
}

/** Whether an earlier text may ask for an acknowledgment sooner than the one in force does. */
export const hasEarlier = ({ own, texts }: PolicyAssignments): boolean =>
  texts.length > own.length && texts.some(({ ended }) => !ended);

/** A table of the day in UTC on which each person last acknowledged any text of these policies, each text from its first time on; of these people alone where `only` names them. */
export const lastDays = (
  companyId: string,
  policyIds: readonly string[],
  only?: readonly string[],
): RawBuilder<unknown> => sql`(
    SELECT f.policy_id, f.person_id, to_char(max(f.first) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM (
      SELECT w.policy_id, a.person_id, min(a.acknowledged_at) AS first FROM app.policy_versions w
      JOIN app.acknowledgments a ON a.company_id = w.company_id AND a.version_id = w.id AND a.sha256 = w.sha256 AND a.vouched IS NOT NULL
      WHERE w.company_id = ${companyId} AND w.policy_id = ANY (${policyIds}::uuid[]) AND w.state IN ('in force', 'replaced')
        AND ${only === undefined ? sql`true` : sql`a.person_id = ANY (${plainArray(only)}::uuid[])`}
      GROUP BY w.policy_id, a.person_id, w.sha256) f
    GROUP BY f.policy_id, f.person_id)`;

/** The first day of somebody in People, as `r`, by which they are judged: as a run of the registers kept it, as `f`, or as their record says. */
export const firstDay = sql`coalesce(f.starts_at, r.fields ->> 'startsAt')`;
/** What {@link firstDay} asks for. */
export const keptDays = sql`LEFT JOIN app.first_days f ON f.company_id = r.company_id AND f.person_id = r.id`;
