import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Tx } from "../db/as-caller.ts";
import { atOnce } from "../db/at-once.ts";
import { listedAt, worksAt } from "../policies/listed-people.ts";
import { openPolicies } from "../policies/open-policies.ts";
import { readAlike } from "../policies/people-alike.ts";
import { rankColumns } from "./training/rank-people.ts";

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
  const found =
    policyId === undefined ? await dueOfAll(tx, companyId, now) : await dueOfPolicy(tx, companyId, policyId, now);
  const place = after === undefined ? undefined : readPlace(after);
  const onward = place
    ? sql`(NOT l.late, l.name, l.number) > (${!place.late}::boolean, ${place.name}::text, ${place.number}::integer)`
    : sql`true`;
  // One more than the page tells that there is a next one.
  const most = limit === undefined ? sql`ALL` : sql`${limit + 1}`;
  const named = sql`'personId', r.id, 'number', 'PER-' || r.number, 'name', r.fields ->> 'name'`;
  const records = sql`app.records r ON r.company_id = ${companyId}`;
  const { rows } = await sql<
    Omit<Due, "people" | "next"> & { readonly people: readonly { readonly place: string; readonly row: DueRow }[] }
  >`WITH ${found},
    page AS (SELECT l.* FROM due l WHERE ${onward} ORDER BY NOT l.late, l.name, l.number LIMIT ${most}),
    unreached AS (SELECT l.*, row_number() OVER (PARTITION BY l.reach ORDER BY NOT l.late, l.name, l.number) AS at FROM due l WHERE l.reach <> 'ready')
    SELECT count(*)::integer AS total, count(*) FILTER (WHERE l.late)::integer AS late, count(*) FILTER (WHERE l.reach = 'ready')::integer AS ready,
      (SELECT coalesce(json_agg(json_build_object('why', s.reach, 'people', s.people, 'first', s.first) ORDER BY s.reach), '[]')
        FROM (SELECT u.reach, count(*) AS people, coalesce(json_agg(json_build_object(${named}) ORDER BY u.at) FILTER (WHERE r.id IS NOT NULL), '[]') AS first
          FROM unreached u LEFT JOIN ${records} AND r.id = u.id AND u.at <= ${NAMED} GROUP BY u.reach) s) AS skipped,
      (SELECT coalesce(json_agg(json_build_object('place', g.late::integer || ' ' || g.number || ' ' || g.name, 'row', json_build_object(${named},
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

const person = sql`p.person_id AS id, p.number, p.name, p.reach`;

/** The table `due` of who has yet to acknowledge a policy. */
async function dueOfPolicy(tx: Tx, companyId: string, policyId: string, now: Date): Promise<RawBuilder<unknown>> {
  const alike = await readAlike(tx, companyId);
  const { tables, joins, columns, ...open } = await openPolicies(tx, companyId, [policyId], now, alike);
  return sql.join([
    ...tables,
    sql`one AS (SELECT ${person}, ${columns} FROM app.listed_people p ${joins} WHERE ${worksAt(companyId, now)} OFFSET 0)`,
    sql`due AS MATERIALIZED (SELECT o.id, o.number, o.name, o.reach, ${open.count} AS policies, 0 AS courses, ${open.isLate} AS late
      FROM one o WHERE ${open.isSome})`,
  ]);
}

/** The same of all policies, and of courses. */
async function dueOfAll(tx: Tx, companyId: string, now: Date): Promise<RawBuilder<unknown>> {
  const [alike, ids] = await atOnce(readAlike(tx, companyId), policyIds(tx, companyId));
  const [{ tables, joins, columns, ...open }, ranks] = await atOnce(
    openPolicies(tx, companyId, ids, now, alike),
    rankColumns(tx, companyId, now, alike),
  );
  return sql.join([
    ...tables,
    sql`one AS (SELECT ${person}, ${columns}, ${ranks} FROM app.listed_people p ${joins} WHERE ${listedAt(companyId, now)} OFFSET 0)`,
    sql`due AS MATERIALIZED (
      SELECT o.id, o.number, o.name, o.reach, ${open.count} AS policies, bit_count((o.needed & ~o.lasting)::bit(64))::integer AS courses,
        ${open.isLate} OR (o.old AND o.needed & ~o.passed <> 0) AS late
      FROM one o WHERE ${open.isSome} OR o.needed & ~o.lasting <> 0)`,
  ]);
}

async function policyIds(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await tx.selectFrom("app.policies").select("id").where("company_id", "=", companyId).execute();
  return rows.map(({ id }) => id);
}
