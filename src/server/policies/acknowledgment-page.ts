import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { ACKNOWLEDGE_WITHIN_DAYS } from "#domain/policies/policy.ts";
import { instantArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { assignedClasses } from "./assigned-classes.ts";
import type { AssignedClass } from "./assigned-classes.ts";
import { readAssigned } from "./assigned-people.ts";
import type { AssignedPerson } from "./assigned-people.ts";
import { worksAt } from "./listed-people.ts";
import { classNameOf, classOf, readNamed } from "./people-classes.ts";
import { hasEarlier, lastDays, readAssignmentsInForce } from "./policy-assignments.ts";

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
  /** Folded, as the database has it. */
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
    ? sql`LEFT JOIN ${lastDays(companyId, [policyId])} l ON l.person_id = f.id`
    : sql`CROSS JOIN (SELECT NULL::text AS day) l`;
  const place = after === undefined ? undefined : readPlace(after);
  const onward = place
    ? sql`(f."isDone", f.due, f.name, f.number) > (${place.isDone}::boolean, ${place.due}::timestamptz, ${place.name}::text, ${place.number}::integer)`
    : sql`true`;
  const { rows } = await sql<Place>`WITH classes AS MATERIALIZED (${tableOf(classes)}),
    text AS MATERIALIZED (
      SELECT t.number / 32 + 1 AS word, 1::bigint << t.number % 32 AS bit FROM app.policy_versions v
      JOIN app.policy_texts t ON t.company_id = v.company_id AND t.policy_id = v.policy_id AND t.sha256 = v.sha256
      WHERE v.company_id = ${companyId} AND v.state = 'in force' AND v.policy_id = ${policyId}),
    people AS MATERIALIZED (
      SELECT p.person_id AS id, p.number, p.name, p.starts_at AS starts, ${classOf(named)} AS class,
        coalesce(p.texts[t.word] & t.bit, 0) <> 0 AS "isDone"
      FROM app.listed_people p LEFT JOIN text t ON true WHERE ${worksAt(companyId, now)}),
    listed AS (
      SELECT f.id, f."isDone", f.number, f.name,
        greatest(c.since, f.starts) + ${ACKNOWLEDGE_WITHIN_DAYS} * interval '24 hours' AS due
      FROM people f ${days} JOIN classes c ON c.class = f.class AND (c.from_day IS NULL OR l.day >= c.from_day)
        AND (c.before_day IS NULL OR l.day IS NULL OR l.day < c.before_day))
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
