import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { ACKNOWLEDGE_WITHIN_DAYS } from "#domain/policies/policy.ts";
import { plainArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { assignedClasses } from "./assigned-classes.ts";
import type { AssignedClass } from "./assigned-classes.ts";
import { classNameOf, classOf, readNamed } from "./people-classes.ts";
import { firstDay, keptDays, lastDays, readAssignmentsInForce } from "./policy-assignments.ts";

const DAY_MS = 86_400_000;

/**
 * Tables with, in `left_open`, everybody who has yet to acknowledge any of these policies: how many, and whether any of them is late. What
 * `readAssigned` says of each person and policy, in a bit for each policy: nobody is sent from the database one by one.
 */
export async function openPolicies(
  tx: Tx,
  companyId: string,
  policyIds: readonly string[],
  now: Date,
): Promise<RawBuilder<unknown>> {
  const assignments = await readAssignmentsInForce(tx, companyId, policyIds);
  const named = await readNamed(
    tx,
    companyId,
    [...assignments.values()].flatMap(({ texts }) => texts.flatMap(({ personId }) => personId ?? [])),
  );
  const lateSince = new Date(now.getTime() - ACKNOWLEDGE_WITHIN_DAYS * DAY_MS);
  const policies = [...assignments.keys()];
  const width = Math.max(1, policies.length);
  const bits = sql.raw(`bit(${width})`);
  const none = sql`${"0".repeat(width)}::${bits}`;
  const setOf = (own: Iterable<string>) => {
    const has = new Set(own);
    return Array.from({ length: width }, (_, at) => (has.has(policies[at] ?? "") ? "1" : "0")).join("");
  };
  const classes = assignedClasses(assignments, named);
  const isLate = ({ since }: AssignedClass) => since <= lateSince;
  const byName = [
    ...Map.groupBy(
      classes.filter(({ from }) => from === null),
      classNameOf,
    ),
  ].map(([name, own]) => ({
    name,
    assigned: setOf(own.map(({ policyId }) => policyId)),
    late: setOf(own.filter(isLate).map(({ policyId }) => policyId)),
  }));
  // Late only because of a text that they acknowledged: as of the day on which they did, they are not.
  const lateAtFirst = new Set(classes.filter((own) => own.from === null && isLate(own)).map(keyOf));
  const spared = classes.filter((own) => own.from !== null && !isLate(own) && lateAtFirst.has(keyOf(own)));
  const table = <Row>(rows: readonly Row[], ...columns: ((row: Row) => string | null)[]) =>
    sql.join(columns.map((column) => sql`${textArray(rows.map(column))}::text[]`));
  return sql`classes AS MATERIALIZED (SELECT c.class, c.assigned::${bits} AS assigned, c.late::${bits} AS late
      FROM unnest(${table(
        byName,
        ({ name }) => name,
        ({ assigned }) => assigned,
        ({ late }) => late,
      )}) c (class, assigned, late)),
    texts AS MATERIALIZED (SELECT w.id, w.sha256, p.bit::${bits} AS bit
      FROM unnest(${plainArray(policies)}::uuid[], ${textArray(policies.map((id) => setOf([id])))}::text[]) p (id, bit)
      JOIN app.policy_versions v ON v.company_id = ${companyId} AND v.policy_id = p.id AND v.state = 'in force'
      JOIN app.policy_versions w ON w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256),
    done AS MATERIALIZED (SELECT a.person_id, bit_or(t.bit) AS bits FROM app.acknowledgments a JOIN texts t ON t.id = a.version_id AND t.sha256 = a.sha256
      WHERE a.company_id = ${companyId} AND a.vouched IS NOT NULL GROUP BY a.person_id),
    readers AS MATERIALIZED (
      SELECT r.id, (${firstDay})::timestamptz <= ${lateSince} AS old, ${classOf(named)} AS class
      FROM app.records r ${keptDays} WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL
        AND (${firstDay})::timestamptz <= ${now} AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)),
    spared AS (${
      spared.length === 0
        ? sql`SELECT NULL::uuid AS id, ${none} AS bits WHERE false`
        : sql`SELECT p.id, bit_or(s.bit::${bits}) AS bits FROM unnest(${table(
            spared,
            classNameOf,
            ({ policyId }) => policyId,
            ({ from }) => from,
            ({ before }) => before,
            ({ policyId }) => setOf([policyId]),
          )})
            s (class, policy, from_day, before_day, bit)
          JOIN ${lastDays(companyId, [...new Set(spared.map(({ policyId }) => policyId))])} l ON l.policy_id = s.policy::uuid
            AND l.day >= s.from_day AND (s.before_day IS NULL OR l.day < s.before_day)
          JOIN readers p ON p.id = l.person_id AND p.class = s.class GROUP BY p.id`
    }),
    opened AS (
      SELECT p.id, c.assigned & ~coalesce(d.bits, ${none}) AS open, CASE WHEN p.old THEN c.late & ~coalesce(s.bits, ${none}) ELSE ${none} END AS late
      FROM readers p JOIN classes c ON c.class = p.class LEFT JOIN done d ON d.person_id = p.id LEFT JOIN spared s ON s.id = p.id),
    left_open AS (SELECT o.id, bit_count(o.open)::integer AS policies, o.open & o.late <> ${none} AS late FROM opened o WHERE o.open <> ${none})`;
}

const keyOf = ({ policyId, kind, personId }: AssignedClass) => JSON.stringify([policyId, kind, personId]);
