import { sql } from "kysely";
import { acknowledgmentDue } from "#domain/policies/policy.ts";
import type { Tx } from "../db/as-caller.ts";
import { countLate } from "./count-late.ts";
import { firstDay, hasEarlier, keptDays } from "./policy-assignments.ts";
import type { PolicyAssignments } from "./policy-assignments.ts";

/** How many of those to whom a policy's version in force is assigned have acknowledged its text, and until when the others have time. */
export interface AcknowledgedCount {
  readonly done: number;
  readonly of: number;
  readonly late: number;
  readonly nextDue: string | null;
}

/** People for whom the same is due: they began at the same moment, in the same employment. Who is assigned by name is one alone. */
interface GroupRow {
  /** Null: how many they are. Otherwise how many of them acknowledged this policy. */
  readonly policy_id: string | null;
  readonly kind: string;
  readonly starts: string;
  readonly named: string | null;
  readonly people: number;
}

const groupOf = ({ kind, starts, named }: GroupRow) => JSON.stringify([kind, starts, named]);

/** Counts what {@link readAssigned} lists, from counts that the database keeps: no row is read for each of many people. */
export async function countAcknowledged(
  tx: Tx,
  companyId: string,
  assignments: ReadonlyMap<string, PolicyAssignments>,
  now: Date,
): Promise<ReadonlyMap<string, AcknowledgedCount>> {
  if (assignments.size === 0) return new Map();
  const policies = [...assignments.keys()];
  const named = [...assignments.values()].flatMap(({ own }) => own.flatMap(({ personId }) => personId ?? []));
  // Who is named is counted alone, and whoever began on another day than their record says by that day: both are taken from their group.
  const { rows } = await sql<GroupRow>`WITH texts AS MATERIALIZED (
      SELECT v.policy_id, v.sha256 FROM app.policy_versions v
      WHERE v.company_id = ${companyId} AND v.state = 'in force' AND v.policy_id = ANY (${policies}::uuid[])),
    people AS MATERIALIZED (
      SELECT r.id, coalesce(r.fields ->> 'kind', '') AS kind, r.fields ->> 'startsAt' AS recorded, ${firstDay} AS starts,
        CASE WHEN r.id = ANY (${named}::uuid[]) THEN r.id END AS named
      FROM app.records r ${keptDays} WHERE r.company_id = ${companyId}
        AND r.id = ANY (${named}::uuid[] || ARRAY(SELECT d.person_id FROM app.first_days d WHERE d.company_id = ${companyId}))
        AND r.register = 'people' AND r.ended_at IS NULL
        AND (${firstDay})::timestamptz <= ${now} AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)),
    apart AS (
      SELECT NULL::uuid AS policy_id, p.* FROM people p
      UNION ALL
      SELECT DISTINCT t.policy_id, p.* FROM people p
      JOIN app.acknowledgments a ON a.company_id = ${companyId} AND a.person_id = p.id AND a.vouched IS NOT NULL
      JOIN app.policy_versions w ON w.company_id = a.company_id AND w.id = a.version_id
      JOIN texts t ON t.policy_id = w.policy_id AND t.sha256 = w.sha256 AND t.sha256 = a.sha256),
    counts AS (
      SELECT c.policy_id, c.kind, c.starts_at AS starts, c.people FROM app.people_counts c
      LEFT JOIN texts t ON t.policy_id = c.policy_id AND t.sha256 = c.sha256
      WHERE c.company_id = ${companyId} AND (c.policy_id IS NULL OR t.policy_id IS NOT NULL)
        AND c.starts_at::timestamptz <= ${now} AND (c.ends_at = '' OR c.ends_at::timestamptz > ${now})
      UNION ALL
      SELECT n.policy_id, n.kind, n.recorded, -1 FROM apart n WHERE n.recorded::timestamptz <= ${now}
      UNION ALL
      SELECT n.policy_id, n.kind, n.starts, 1 FROM apart n WHERE n.named IS NULL)
    SELECT c.policy_id, c.kind, c.starts, NULL AS named, sum(c.people)::integer AS people FROM counts c GROUP BY 1, 2, 3
    UNION ALL
    SELECT n.policy_id, n.kind, n.starts, n.named, 1 FROM apart n WHERE n.named IS NOT NULL`.execute(tx);
  const groups = rows.filter((row) => row.policy_id === null);
  const done = new Map(rows.map((row) => [`${row.policy_id} ${groupOf(row)}`, row.people]));
  const counted = new Map(
    [...assignments].map(([policyId, { own }]) => {
      const assigned = groups.flatMap((group) => {
        const { kind, starts, named: id, people } = group;
        const due = acknowledgmentDue(own, { id: id ?? "", kind, startsAt: new Date(starts) });
        return due ? [{ due, people, done: done.get(`${policyId} ${groupOf(group)}`) ?? 0 }] : [];
      });
      return [policyId, countOf(assigned, now)];
    }),
  );
  // Where nobody is left, and where there is one text alone, earlier texts decide nothing.
  const asked = [...assignments].filter(([id, own]) => hasEarlier(own) && counted.get(id)!.done < counted.get(id)!.of);
  const late = await countLate(tx, companyId, new Map(asked), now);
  return new Map([...counted].map(([id, count]) => [id, { ...count, ...late.get(id) }]));
}

interface AssignedGroup {
  readonly due: Date;
  readonly people: number;
  readonly done: number;
}

function countOf(assigned: readonly AssignedGroup[], now: Date): AcknowledgedCount {
  const sum = (counted: readonly AssignedGroup[], of: (group: AssignedGroup) => number) =>
    counted.reduce((all, group) => all + of(group), 0);
  const left = assigned.filter(({ people, done }) => done < people);
  const next = left.map(({ due }) => due).toSorted((a, b) => a.getTime() - b.getTime())[0];
  const overdue = left.filter(({ due }) => due <= now);
  return {
    done: sum(assigned, ({ done }) => done),
    of: sum(assigned, ({ people }) => people),
    late: sum(overdue, ({ people, done }) => people - done),
    nextDue: next?.toISOString() ?? null,
  };
}
