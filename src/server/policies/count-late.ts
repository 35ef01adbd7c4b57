import { sql } from "kysely";
import { acknowledgmentDue, openTexts } from "#domain/policies/policy.ts";
import type { Tx } from "../db/as-caller.ts";
import { firstDay, keptDays, lastDays } from "./policy-assignments.ts";
import type { PolicyAssignments } from "./policy-assignments.ts";

interface LeftRow {
  readonly policy_id: string;
  readonly kind: string;
  readonly starts: string;
  readonly named: string | null;
  readonly day: string | null;
  readonly people: number;
}

/**
 * How many are late with these policies, and when the next is due, where earlier texts decide: who left one of them open has no new time.
 * The database counts who has not acknowledged the text in force: nobody is read alone.
 */
export async function countLate(
  tx: Tx,
  companyId: string,
  policies: ReadonlyMap<string, PolicyAssignments>,
  now: Date,
): Promise<ReadonlyMap<string, { readonly late: number; readonly nextDue: string | null }>> {
  if (policies.size === 0) return new Map();
  const ids = [...policies.keys()];
  const named = [...policies.values()].flatMap(({ texts }) => texts.flatMap(({ personId }) => personId ?? []));
  const { rows } = await sql<LeftRow>`WITH asked AS MATERIALIZED (
      SELECT v.policy_id, v.sha256 FROM app.policy_versions v
      WHERE v.company_id = ${companyId} AND v.state = 'in force' AND v.policy_id = ANY (${ids}::uuid[])),
    people AS MATERIALIZED (
      SELECT r.id, coalesce(r.fields ->> 'kind', '') AS kind, ${firstDay} AS starts FROM app.records r ${keptDays}
      WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL
        AND (${firstDay})::timestamptz <= ${now} AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)),
    done AS MATERIALIZED (
      SELECT DISTINCT s.policy_id, a.person_id FROM asked s
      JOIN app.policy_versions w ON w.company_id = ${companyId} AND w.policy_id = s.policy_id AND w.sha256 = s.sha256
      JOIN app.acknowledgments a ON a.company_id = w.company_id AND a.version_id = w.id AND a.sha256 = s.sha256 AND a.vouched IS NOT NULL)
    SELECT s.policy_id, p.kind, p.starts, CASE WHEN p.id = ANY (${named}::uuid[]) THEN p.id END AS named, l.day, count(*)::integer AS people
    FROM asked s CROSS JOIN people p
    LEFT JOIN done d ON d.policy_id = s.policy_id AND d.person_id = p.id
    LEFT JOIN ${lastDays(companyId, ids)} l ON l.policy_id = s.policy_id AND l.person_id = p.id
    WHERE d.person_id IS NULL GROUP BY 1, 2, 3, 4, 5`.execute(tx);
  const found = new Map(ids.map((id) => [id, { late: 0, nextDue: null as string | null }]));
  for (const { policy_id: policyId, kind, starts, named: id, day, people } of rows) {
    const { own, texts } = policies.get(policyId)!;
    const due = acknowledgmentDue(
      own,
      { id: id ?? "", kind, startsAt: new Date(starts) },
      openTexts(texts, day ?? undefined),
    );
    if (!due) continue;
    const count = found.get(policyId)!;
    if (due <= now) count.late += people;
    if (count.nextDue === null || due.toISOString() < count.nextDue) count.nextDue = due.toISOString();
  }
  return found;
}
