import { sql } from "kysely";
import { acknowledgmentDue } from "#domain/policies/policy.ts";
import type { Assignment } from "#domain/policies/policy.ts";
import type { Tx } from "../db/as-caller.ts";

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

/** Counts what {@link readAssigned} lists, without reading a row for each of many people. */
export async function countAcknowledged(
  tx: Tx,
  companyId: string,
  assignments: ReadonlyMap<string, readonly Assignment[]>,
  now: Date,
): Promise<ReadonlyMap<string, AcknowledgedCount>> {
  if (assignments.size === 0) return new Map();
  const named = [...assignments.values()].flatMap((own) => own.flatMap(({ personId }) => personId ?? []));
  const { rows } = await sql<GroupRow>`WITH people AS MATERIALIZED (
      SELECT r.id, r.fields ->> 'kind' AS kind, r.fields ->> 'startsAt' AS starts,
        CASE WHEN r.id = ANY (${named}::uuid[]) THEN r.id END AS named
      FROM app.records r WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL
        AND (r.fields ->> 'startsAt')::timestamptz <= ${now} AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)),
    texts AS MATERIALIZED (
      SELECT v.policy_id, w.id AS version_id, v.sha256, count(*) OVER (PARTITION BY v.policy_id) AS versions
      FROM app.policy_versions v
      JOIN app.policy_versions w ON w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256
      WHERE v.company_id = ${companyId} AND v.state = 'in force' AND v.policy_id = ANY (${[...assignments.keys()]}::uuid[])),
    acknowledged AS (
      SELECT t.policy_id, a.person_id FROM texts t JOIN app.acknowledgments a ON a.version_id = t.version_id AND a.sha256 = t.sha256
      WHERE a.company_id = ${companyId} AND t.versions = 1
      UNION ALL
      SELECT DISTINCT t.policy_id, a.person_id FROM texts t JOIN app.acknowledgments a ON a.version_id = t.version_id AND a.sha256 = t.sha256
      WHERE a.company_id = ${companyId} AND t.versions > 1)
    SELECT NULL AS policy_id, p.kind, p.starts, p.named, count(*)::integer AS people FROM people p GROUP BY 2, 3, 4
    UNION ALL
    SELECT a.policy_id, p.kind, p.starts, p.named, count(*)::integer FROM acknowledged a JOIN people p ON p.id = a.person_id
    GROUP BY 1, 2, 3, 4`.execute(tx);
  const groups = rows.filter((row) => row.policy_id === null);
  const done = new Map(rows.map((row) => [`${row.policy_id} ${groupOf(row)}`, row.people]));
  return new Map(
    [...assignments].map(([policyId, own]) => {
      const assigned = groups.flatMap((group) => {
        const { kind, starts, named: id, people } = group;
        const due = acknowledgmentDue(own, { id: id ?? "", kind, startsAt: new Date(starts) });
        return due ? [{ due, people, done: done.get(`${policyId} ${groupOf(group)}`) ?? 0 }] : [];
      });
      return [policyId, countOf(assigned, now)];
    }),
  );
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
