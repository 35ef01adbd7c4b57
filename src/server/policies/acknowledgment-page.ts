import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { ACKNOWLEDGE_WITHIN_DAYS } from "#domain/policies/policy.ts";
import { instantArray, plainArray, textArray } from "../db/array-literal.ts";
import type { Tx } from "../db/as-caller.ts";
import { assignedClasses, kinds } from "./assigned-classes.ts";
import type { AssignedClass } from "./assigned-classes.ts";
import { readAssigned } from "./assigned-people.ts";
import type { AssignedPerson } from "./assigned-people.ts";
import { worksAt } from "./listed-people.ts";
import { BITS } from "./open-policies.ts";
import { instantOf, readAlike } from "./people-alike.ts";
import type { Alike } from "./people-alike.ts";
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
  const bit = await bitOfText(tx, companyId, policyId);
  const isDone = bit ? sql`coalesce(p.texts[${sql.raw(String(bit.place))}], 0) & ${bit.bit}::bigint <> 0` : sql`false`;
  const { tables, since } = hasEarlier(own)
    ? sinceByDay(classes, named, lastDays(companyId, [policyId]))
    : sinceByClass(classes, named, await readAlike(tx, companyId));
  const place = after === undefined ? undefined : readPlace(after);
  const onward = place
    ? sql`(f."isDone", f.due, f.name, f.number) > (${place.isDone}::boolean, ${place.due}::timestamptz, ${place.name}::text, ${place.number}::integer)`
    : sql`true`;
  // Whom it is not assigned to has it from infinity on.
  const { rows } = await sql<Place>`SELECT f.* FROM (
      SELECT p.person_id AS id, p.number, p.name, ${isDone} AS "isDone",
        greatest(${since}, p.starts_at) + ${ACKNOWLEDGE_WITHIN_DAYS} * interval '24 hours' AS due
      FROM app.listed_people p ${tables} WHERE ${worksAt(companyId, now)} OFFSET 0) f
    WHERE f.due < 'infinity' AND ${onward} ORDER BY f."isDone", f.due, f.name, f.number LIMIT ${limit + 1}`.execute(tx);
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

/** Since when it is assigned to the listed person `p`, and which tables that asks for. */
interface Since {
  readonly tables: RawBuilder<unknown>;
  readonly since: RawBuilder<unknown>;
}

type Named = Awaited<ReturnType<typeof readNamed>>;

/** Where the day on which somebody acknowledged a text last makes no difference. */
function sinceByClass(classes: readonly AssignedClass[], named: Named, alike: Alike): Since {
  const byName = new Map(classes.map((own) => [classNameOf(own), own.since]));
  const others = instantOf(alike, ({ kind }) => byName.get(kinds.includes(kind) ? kind : ""));
  if (named.length === 0) return { tables: sql``, since: others };
  const ids = sql`${plainArray(named.map(({ id }) => id))}::uuid[]`;
  const instants = plainArray(named.map(({ id }) => byName.get(id)?.toISOString() ?? "infinity"));
  const own = sql`SELECT n.since FROM unnest(${ids}, ${instants}::timestamptz[]) n (id, since) WHERE n.id = p.person_id`;
  return { tables: sql``, since: sql`CASE WHEN p.person_id = ANY (${ids}) THEN (${own}) ELSE ${others} END` };
}

/** Where it does. */
function sinceByDay(classes: readonly AssignedClass[], named: Named, days: RawBuilder<unknown>): Since {
  const table = sql`unnest(${textArray(classes.map(classNameOf))}::text[],
    ${textArray(classes.map(({ from }) => from))}::text[], ${textArray(classes.map(({ before }) => before))}::text[],
    ${instantArray(classes.map(({ since }) => since))}::timestamptz[]) c (class, from_day, before_day, since)`;
  return {
    tables: sql`LEFT JOIN ${days} l ON l.person_id = p.person_id
      JOIN ${table} ON c.class = ${classOf(named)} AND (c.from_day IS NULL OR l.day >= c.from_day)
        AND (c.before_day IS NULL OR l.day IS NULL OR l.day < c.before_day)`,
    since: sql`c.since`,
  };
}

/** Where `app.listed_people` says who acknowledged the text in force; undefined where nobody has. */
async function bitOfText(tx: Tx, companyId: string, policyId: string) {
  const { rows } = await sql<{ number: number }>`SELECT t.number FROM app.policy_versions v
    JOIN app.policy_texts t ON t.company_id = v.company_id AND t.policy_id = v.policy_id AND t.sha256 = v.sha256
    WHERE v.company_id = ${companyId} AND v.state = 'in force' AND v.policy_id = ${policyId}`.execute(tx);
  return rows[0] && { place: Math.floor(rows[0].number / BITS) + 1, bit: 2 ** (rows[0].number % BITS) };
}
