import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { courses, coursesFor } from "#catalog/training/courses.ts";
import { likePattern } from "#domain/like-pattern.ts";
import { thresholdsAt } from "#domain/training/due.ts";
import { plainArray, textArray } from "../../db/array-literal.ts";
import type { Tx } from "../../db/as-caller.ts";
import { callFunction, functionOf } from "../../db/functions.ts";
import { firstDay, keptDays } from "../../policies/policy-assignments.ts";
import { readCodePeople } from "./code-people.ts";
import { readPlace, writePlace } from "./people-page.ts";
import type { AskedPage, Place } from "./people-page.ts";

/** People who stand alike; sets of courses, each with the bit of its place among all courses. */
export interface LikePeople {
  readonly needed: number;
  /** Of those that they need: passed, passed and not offered again yet, and passed elsewhere by a list. */
  readonly passed: number;
  readonly lasting: number;
  readonly listed: number;
  /** They are late with what they have not passed. */
  readonly old: boolean;
  readonly people: number;
}

export const bitOf = (key: string): number => 1 << courses.findIndex((course) => course.key === key);

/**
 * How the company's people stand in the courses that they need, each of them in the table `ranked` with what {@link LikePeople} have: what
 * `readStandings` says of each alone, by {@link thresholdsAt}. Nobody is sent from the database one by one.
 */
export async function rankedPeople(tx: Tx, companyId: string, now: Date): Promise<RawBuilder<unknown>> {
  const [facts] = await callFunction(tx, "app.training_facts", []);
  const { frameworks = [], law_firm: lawFirm = false } = facts ?? {};
  const coders = [...(await readCodePeople(tx, now))];
  const working = sql`r.company_id = ${companyId} AND r.register = 'people' AND r.ended_at IS NULL`;
  const { rows } = await sql<{
    title: string;
  }>`SELECT DISTINCT coalesce(r.fields ->> 'jobTitle', '') AS title FROM app.records r WHERE ${working}`.execute(tx);
  const titles = rows.map(({ title }) => title);
  const needs = (hasCodeAccount: boolean) =>
    titles.map((jobTitle) =>
      coursesFor({ frameworks, lawFirm, jobTitle, hasCodeAccount }).reduce((sum, { key }) => sum | bitOf(key), 0),
    );
  const keys = courses.map(({ key }) => key);
  const { goodAfter, lastingAfter, lateSince } = thresholdsAt(now);
  // Instants are read in milliseconds: what is later than one is a millisecond later.
  const after = (instant: Date) => new Date(instant.getTime() + 1);
  const passed = (of: RawBuilder<unknown>) => sql`coalesce(bit_or(b.bit) FILTER (WHERE ${of}), 0)`;
  return sql`WITH titles AS MATERIALIZED (SELECT * FROM unnest(${textArray(titles)}::text[], ${plainArray(needs(false))}::integer[],
      ${plainArray(needs(true))}::integer[]) t (title, needed, of_coders)),
    people AS MATERIALIZED (
      SELECT r.id, r.number::integer AS number, CASE WHEN octet_length(n.name) = length(n.name) THEN lower(n.name) ELSE ${functionOf("app.fold", [sql<string>`n.name`])} END
          COLLATE "C" AS name, CASE WHEN r.id = ANY (${plainArray(coders)}::uuid[]) THEN t.of_coders ELSE t.needed END AS needed,
        (${firstDay})::timestamptz <= ${lateSince} AND coalesce(f.added_at, r.created_at) < ${after(lateSince)} AS old
      FROM app.records r ${keptDays} JOIN titles t ON t.title = coalesce(r.fields ->> 'jobTitle', '')
      CROSS JOIN LATERAL (SELECT left(r.fields ->> 'name', 300) AS name OFFSET 0) n
      WHERE ${working} AND coalesce((r.fields ->> 'endsAt')::timestamptz > ${now}, true)),
    passes AS MATERIALIZED (
      SELECT c.person_id, ${passed(sql`c.source = 'quiz'`)} AS passed,
        ${passed(sql`c.source = 'quiz' AND c.completed_at >= ${after(lastingAfter)}`)} AS lasting, ${passed(sql`c.source = 'import'`)} AS listed
      FROM app.completions c JOIN unnest(${textArray(keys)}::text[], ${plainArray(keys.map(bitOf))}::integer[]) b (course, bit) ON b.course = c.course
      WHERE c.company_id = ${companyId} AND c.passed AND (c.source <> 'quiz' OR c.vouched IS NOT NULL) AND c.undone_at IS NULL
        AND c.completed_at <= ${now} AND c.completed_at >= ${after(goodAfter)} GROUP BY c.person_id),
    standing AS (
      SELECT p.*, coalesce(s.passed, 0) & p.needed AS passed, coalesce(s.lasting, 0) & p.needed AS lasting, coalesce(s.listed, 0) & p.needed AS listed
      FROM people p LEFT JOIN passes s ON s.person_id = p.id),
    ranked AS MATERIALIZED (
      SELECT s.*, CASE WHEN s.old AND s.passed <> s.needed THEN 0 WHEN s.lasting <> s.needed THEN 1 ELSE 2 END AS rank FROM standing s)`;
}

/** Of everybody how they stand, and of a page of those whom a search finds who they are: late ones first, then who has something to do. */
export async function readRanks(tx: Tx, companyId: string, now: Date, { search, after, limit }: AskedPage) {
  const place = after === undefined ? undefined : readPlace(after);
  const isSearched = (search ?? "").trim() !== "";
  const pattern = functionOf("app.fold", [likePattern(search ?? "")]);
  const found = isSearched ? sql`'per-' || f.number || ' ' || f.name LIKE (SELECT ${pattern})` : sql`true`;
  const onward = place
    ? sql`(f.rank, f.name, f.number) > (${place.rank}::integer, ${place.name}::text, ${place.number}::integer)`
    : sql`true`;
  const { rows } = await sql<{
    groups: readonly LikePeople[];
    found: number;
    page: readonly (Place & { readonly id: string })[];
  }>`${await rankedPeople(tx, companyId, now)},
    groups AS (SELECT f.needed, f.passed, f.lasting, f.listed, f.old, count(*)::integer AS people FROM ranked f GROUP BY 1, 2, 3, 4, 5),
    page AS (SELECT f.id, f.rank, f.name, f.number FROM ranked f WHERE ${found} AND ${onward}
      ORDER BY f.rank, f.name, f.number LIMIT ${limit + 1})
    SELECT (SELECT coalesce(jsonb_agg(g), '[]') FROM groups g) AS groups, (SELECT count(*)::integer FROM ranked f WHERE ${found}) AS found,
      (SELECT coalesce(jsonb_agg(g ORDER BY g.rank, g.name, g.number), '[]') FROM page g) AS page`.execute(tx);
  const { groups, found: count, page } = rows[0]!;
  const shown = page.slice(0, limit);
  const last = shown.at(-1);
  return {
    groups,
    found: count,
    ids: shown.map(({ id }) => id),
    next: page.length > limit && last ? writePlace(last) : null,
  };
}
