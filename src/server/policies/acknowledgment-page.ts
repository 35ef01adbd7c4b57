import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { ACKNOWLEDGE_WITHIN_DAYS } from "#domain/policies/policy.ts";
import { instantArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { assignedClasses } from "./assigned-classes.ts";
import type { AssignedClass } from "./assigned-classes.ts";
import { readAssigned } from "./assigned-people.ts";
import type { AssignedPerson } from "./assigned-people.ts";
import { classNameOf, classOf, readNamed } from "./people-classes.ts";
import { firstDay, hasEarlier, keptDays, lastDays, readAssignmentsInForce } from "./policy-assignments.ts";

/** A page of the people to whom a policy is assigned, as it is asked for. */
export interface AskedPeople {
  /** Where the page before ended. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Where somebody stands in the list: who has not acknowledged it first, then by when it is due, then by name. */
interface Place {
  readonly id: string;
  readonly isDone: boolean;
  readonly due: Date;
  readonly number: number;
  /** In lower case, as the database has it. */
  readonly name: string;
}

const writePlace = ({ isDone, due, number, name }: Place): string =>
  `${isDone ? 1 : 0} ${due.getTime()} ${number} ${name}`;

/** A place as an answer gave it; the contract refuses what begins otherwise. */
function readPlace(text: string): Omit<Place, "id"> {
  const [done = 0, due = 0, number = 0] = text.split(" ", 3).map(Number);
  return { isDone: done === 1, due: new Date(due), number, name: text.split(" ").slice(3).join(" ") };
}

/**
 * One page of what {@link readAssigned} lists of a policy. The database finds who is on it: for each class of people this process says since
 * when it is assigned to them, and nobody else than those of the page is sent here.
 */
export async function readPeoplePage(
  tx: Tx,
  companyId: string,
  policyId: string,
  now: Date,
  { after, limit }: AskedPeople,
): Promise<{ readonly people: readonly AssignedPerson[]; readonly next: string | null }> {
  const assignments = await readAssignmentsInForce(tx, companyId, [policyId]);
  const own = assignments.get(policyId);
  if (!own) return { people: [], next: null };
  const named = await readNamed(
    tx,
    companyId,
    own.texts.flatMap(({ personId }) => personId ?? []),
  );
  const classes = assignedClasses(assignments, named);
  const days = hasEarlier(own)
    ? sql`LEFT JOIN ${lastDays(companyId, [policyId])} l ON l.person_id = p.id`
    : sql`CROSS JOIN (SELECT NULL::text AS day) l`;
  const place = after === undefined ? undefined : readPlace(after);
  const onward = place
    ? sql`(f."isDone", f.due, f.name, f.number) > (${place.isDone}::boolean, ${place.due}::timestamptz, ${place.name}::text, ${place.number}::integer)`
    : sql`true`;
  const { rows } = await sql<Place>`WITH classes AS MATERIALIZED (${tableOf(classes)}),
    done AS MATERIALIZED (
      SELECT DISTINCT a.person_id FROM app.policy_versions v
      JOIN app.policy_versions w ON w.company_id = v.company_id AND w.policy_id = v.policy_id AND w.sha256 = v.sha256
      JOIN app.acknowledgments a ON a.company_id = w.company_id AND a.version_id = w.id AND a.sha256 = v.sha256 AND a.vouched IS NOT NULL
      WHERE v.company_id = ${companyId} AND v.state = 'in force' AND v.policy_id = ${policyId}),
    people AS MATERIALIZED (
      SELECT r.id, r.number::integer AS number, lower(r.fields ->> 'name') AS name, (${firstDay})::timestamptz AS starts,
        ${classOf(named)} AS class
      FROM app.records r ${keptDays} WHERE r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL
        AND (${firstDay})::timestamptz <= ${now} AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)),
    listed AS (
      SELECT p.id, d.person_id IS NOT NULL AS "isDone", p.number, p.name,
        greatest(c.since, p.starts) + ${ACKNOWLEDGE_WITHIN_DAYS} * interval '24 hours' AS due
      FROM people p ${days} JOIN classes c ON c.class = p.class AND (c.from_day IS NULL OR l.day >= c.from_day)
        AND (c.before_day IS NULL OR l.day IS NULL OR l.day < c.before_day)
      LEFT JOIN done d ON d.person_id = p.id)
    SELECT f.* FROM listed f WHERE ${onward} ORDER BY f."isDone", f.due, f.name, f.number LIMIT ${limit + 1}`.execute(
    tx,
  );
  const shown = rows.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const found = (await readAssigned(tx, companyId, [policyId], now, ids)).get(policyId) ?? [];
  const byId = new Map(found.map((person) => [person.personId, person]));
  const last = shown.at(-1);
  return {
    people: ids.flatMap((id) => byId.get(id) ?? []),
    next: rows.length > limit && last ? writePlace(last) : null,
  };
}

const tableOf = (classes: readonly AssignedClass[]): RawBuilder<unknown> =>
  sql`SELECT * FROM unnest(${textArray(classes.map(classNameOf))}::text[],
    ${textArray(classes.map(({ from }) => from))}::text[], ${textArray(classes.map(({ before }) => before))}::text[],
    ${instantArray(classes.map(({ since }) => since))}::timestamptz[]) c (class, from_day, before_day, since)`;
