import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { openPolicies } from "../policies/open-policies.ts";
import { rankedPeople } from "./training/rank-people.ts";

interface Named {
  readonly personId: string;
  readonly number: string;
  readonly name: string;
}

interface DueRow extends Named {
  readonly policies: number;
  readonly courses: number;
  readonly late: boolean;
  readonly reach: "ready" | "no email" | "unvouched";
}

/** Who has something to do, as it is asked for: all of it or of one policy, everybody or a page of them. */
interface AskedDue {
  readonly policyId?: string | undefined;
  readonly limit?: number | undefined;
  /** Where the page before ended. */
  readonly after?: string | undefined;
}

interface Due {
  readonly total: number;
  readonly late: number;
  readonly ready: number;
  readonly skipped: { why: "no email" | "unvouched"; people: number; first: Named[] }[];
  readonly people: DueRow[];
  readonly next: string | null;
}

/** So many are named of those whom no link reaches. */
const NAMED = 8;

/**
 * Everyone who has something to acknowledge or to pass at `now`, by the same rules as their own page: a new text, and a course whose pass ends
 * soon, too. Late ones come first, then by name.
 */
export async function readDue(tx: Tx, companyId: string, now: Date, asked: AskedDue = {}): Promise<Due> {
  const { policyId, limit, after } = asked;
  const ids = policyId === undefined ? await policyIds(tx, companyId) : [policyId];
  const policies = await openPolicies(tx, companyId, ids, now);
  const found = policyId === undefined ? await withCourses(tx, companyId, now, policies) : ofPolicies(policies);
  const place = after === undefined ? undefined : readPlace(after);
  const onward = place
    ? sql`(NOT l.late, l.name, l.number) > (${!place.late}::boolean, ${place.name}::text, ${place.number}::integer)`
    : sql`true`;
  // One more than the page tells that there is a next one.
  const most = limit === undefined ? sql`ALL` : sql`${limit + 1}`;
  const person = sql`'personId', r.id, 'number', 'PER-' || r.number, 'name', r.fields ->> 'name'`;
  const records = sql`app.records r ON r.company_id = ${companyId}`;
  const { rows } = await sql<
    Omit<Due, "people" | "next"> & { readonly people: readonly { readonly place: string; readonly row: DueRow }[] }
  >`${found},
    page AS (SELECT l.* FROM due l WHERE ${onward} ORDER BY NOT l.late, l.name, l.number LIMIT ${most}),
    unreached AS (SELECT l.*, row_number() OVER (PARTITION BY l.reach ORDER BY NOT l.late, l.name, l.number) AS at FROM due l WHERE l.reach <> 'ready')
    SELECT count(*)::integer AS total, count(*) FILTER (WHERE l.late)::integer AS late, count(*) FILTER (WHERE l.reach = 'ready')::integer AS ready,
      (SELECT coalesce(json_agg(json_build_object('why', s.reach, 'people', s.people, 'first', s.first) ORDER BY s.reach), '[]')
        FROM (SELECT u.reach, count(*) AS people, coalesce(json_agg(json_build_object(${person}) ORDER BY u.at) FILTER (WHERE r.id IS NOT NULL), '[]') AS first
          FROM unreached u LEFT JOIN ${records} AND r.id = u.id AND u.at <= ${NAMED} GROUP BY u.reach) s) AS skipped,
      (SELECT coalesce(json_agg(json_build_object('place', g.late::integer || ' ' || g.number || ' ' || g.name, 'row', json_build_object(${person},
          'policies', g.policies, 'courses', g.courses, 'late', g.late, 'reach', g.reach)) ORDER BY NOT g.late, g.name, g.number), '[]')
        FROM page g JOIN ${records} AND r.id = g.id) AS people
    FROM due l`.execute(tx);
  const { people, ...counted } = rows[0]!;
  const shown = people.slice(0, limit);
  return {
    ...counted,
    people: shown.map(({ row }) => row),
    next: people.length > shown.length ? shown.at(-1)!.place : null,
  };
}

/** A place as an answer gave it; the contract refuses what begins otherwise. */
function readPlace(text: string) {
  const [late, number] = text.split(" ", 2);
  return { late: late === "1", number: Number(number), name: text.split(" ").slice(2).join(" ") };
}

const ofPolicies = (policies: RawBuilder<unknown>) =>
  sql`WITH ${policies}, due AS MATERIALIZED (SELECT o.id, o.number, o.name, o.reach, o.policies, 0 AS courses, o.late FROM left_open o)`;

/** The same with whoever has courses to take. */
const withCourses = async (tx: Tx, companyId: string, now: Date, policies: RawBuilder<unknown>) =>
  sql`${await rankedPeople(tx, companyId, now)}, ${policies},
    to_take AS (
      SELECT p.id, p.number, p.name, p.reach, bit_count((p.needed & ~p.lasting)::bit(32))::integer AS courses, p.rank = 0 AS late
      FROM ranked p WHERE p.rank < 2),
    due AS MATERIALIZED (
      SELECT id, coalesce(o.number, t.number) AS number, coalesce(o.name, t.name) AS name, coalesce(o.reach, t.reach) AS reach,
        coalesce(o.policies, 0) AS policies, coalesce(t.courses, 0) AS courses, coalesce(o.late, false) OR coalesce(t.late, false) AS late
      FROM left_open o FULL JOIN to_take t USING (id))`;

async function policyIds(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await tx.selectFrom("app.policies").select("id").where("company_id", "=", companyId).execute();
  return rows.map(({ id }) => id);
}
