import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { courses, coursesFor } from "#catalog/training/courses.ts";
import { likePattern } from "#domain/like-pattern.ts";
import { thresholdsAt } from "#domain/training/due.ts";
import { plainArray, textArray } from "../../db/array-literal.ts";
import type { Tx } from "../../db/as-caller.ts";
import { callFunction, functionOf } from "../../db/functions.ts";
import { listedAt } from "../../policies/listed-people.ts";
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

/** None of a course that there is no more. */
export const bitOf = (key: string): number => {
  const at = courses.findIndex((course) => course.key === key);
  return at < 0 ? 0 : 1 << at;
};

/**
 * How the company's people stand in the courses that they need, each of them in the table `ranked` with what {@link LikePeople} have: what
 * `readStandings` says of each alone, by {@link thresholdsAt}. Nobody is sent from the database one by one.
 */
export async function rankedPeople(tx: Tx, companyId: string, now: Date): Promise<RawBuilder<unknown>> {
  const [facts] = await callFunction(tx, "app.training_facts", []);
  const { frameworks = [], law_firm: lawFirm = false } = facts ?? {};
  const coders = [...(await readCodePeople(tx, now))];
  const { rows: like } = await sql<{
    title: string;
    passed: string;
    imported: string;
  }>`SELECT DISTINCT p.job_title AS title, p.passed, p.imported FROM app.listed_people p WHERE p.company_id = ${companyId}`.execute(
    tx,
  );
  const needs = (hasCodeAccount: boolean) =>
    needsOf(
      like.map(({ title }) => title),
      (jobTitle) => coursesFor({ frameworks, lawFirm, jobTitle, hasCodeAccount }),
    );
  const { goodAfter, lastingAfter, lateSince } = thresholdsAt(now);
  // Instants are read in milliseconds: what is later than one is a millisecond later.
  const after = (instant: Date) => new Date(instant.getTime() + 1);
  const passes = passesOf("passed", like);
  const imports = passesOf("imported", like);
  const texts = (of: (own: (typeof like)[number]) => string) => sql`${textArray(like.map(of))}::text[]`;
  return sql`WITH alike AS MATERIALIZED (SELECT * FROM unnest(${texts(({ title }) => title)}, ${texts(({ passed }) => passed)},
      ${texts(({ imported }) => imported)}, ${needs(false)}::integer[], ${needs(true)}::integer[], ${passes.bits}, ${imports.bits})
      t (title, passed, imported, needed, of_coders, ${passes.columns}, ${imports.columns})),
    standing AS (
      SELECT p.person_id AS id, p.number, p.name, p.reach, p.starts_at <= ${lateSince} AND p.added_at < ${after(lateSince)} AS old,
        CASE WHEN p.person_id = ANY (${plainArray(coders)}::uuid[]) THEN t.of_coders ELSE t.needed END AS needed,
        ${passes.within(after(goodAfter), now)} AS passed, ${passes.within(after(lastingAfter), now)} AS lasting,
        ${imports.within(after(goodAfter), now)} AS listed
      FROM app.listed_people p JOIN alike t ON t.title = p.job_title AND t.passed = p.passed AND t.imported = p.imported
      WHERE ${listedAt(companyId, now)}
      -- So that each of them is computed once.
      OFFSET 0),
    ranked AS MATERIALIZED (
      SELECT s.id, s.number, s.name, s.reach, s.old, s.needed, s.passed & s.needed AS passed, s.lasting & s.needed AS lasting, s.listed & s.needed AS listed,
        CASE WHEN s.old AND s.passed & s.needed <> s.needed THEN 0 WHEN s.lasting & s.needed <> s.needed THEN 1 ELSE 2 END AS rank FROM standing s)`;
}

/** For each title the courses that people with it need, in bits. */
function needsOf(titles: readonly string[], coursesOf: (title: string) => readonly { readonly key: string }[]) {
  const byTitle = new Map<string, number>();
  for (const title of titles)
    if (!byTitle.has(title))
      byTitle.set(
        title,
        coursesOf(title).reduce((sum, { key }) => sum | bitOf(key), 0),
      );
  return plainArray(titles.map((title) => byTitle.get(title)!));
}

/**
 * What `app.listed_people` has of courses in columns named after `kind`: for those who are alike the bits of all of them and of each in their order,
 * and which of them somebody passed within two instants. Of most people the first and the last of their passes say that, and no other is looked at.
 */
function passesOf<K extends "passed" | "imported">(kind: K, like: readonly Readonly<Record<K, string>>[]) {
  const bits = like.map((own) => (own[kind] === "" ? [] : own[kind].split(" ").map(bitOf)));
  const places = Array.from({ length: Math.max(1, ...bits.map((own) => own.length)) }, (_, at) => at);
  const column = (at: number) => sql.raw(`${kind}_bit${at}`);
  const [all, own] = [sql.raw(`t.${kind}_bits`), sql.raw(`p.${kind}`)];
  const [first, last] = [sql.raw(`p.${kind}_first`), sql.raw(`p.${kind}_last`)];
  const sum = (some: readonly number[]) => some.reduce((before, bit) => before | bit, 0);
  return {
    bits: sql.join([
      sql`${plainArray(bits.map(sum))}::integer[]`,
      ...places.map((at) => sql`${plainArray(bits.map((some) => some[at] ?? 0))}::integer[]`),
    ]),
    columns: sql.join([sql.raw(`${kind}_bits`), ...places.map(column)]),
    within: (from: Date, until: Date) => {
      const each = places.map(
        (at) =>
          sql`CASE WHEN ${sql.raw(`p.${kind}_at[${at + 1}]`)} BETWEEN ${from} AND ${until} THEN t.${column(at)} ELSE 0 END`,
      );
      return sql`CASE WHEN ${own} = '' OR ${last} < ${from} THEN 0 WHEN ${first} >= ${from} AND ${last} <= ${until} THEN ${all}
        ELSE ${sql.join(each, sql` | `)} END`;
    },
  };
}

// One number to group thousands of people by, where five columns take twice as long.
const WIDTH = courses.length;
const groupKey = sql`(f.needed::bigint << ${sql.raw(String(3 * WIDTH + 1))}) | (f.passed::bigint << ${sql.raw(String(2 * WIDTH + 1))})
  | (f.lasting::bigint << ${sql.raw(String(WIDTH + 1))}) | (f.listed::bigint << 1) | coalesce(f.old, false)::integer`;

function readGroup({ key, people }: { readonly key: number; readonly people: number }): LikePeople {
  const bits = (from: number, width: number) => Math.floor(key / 2 ** from) % 2 ** width;
  return {
    needed: bits(3 * WIDTH + 1, WIDTH),
    passed: bits(2 * WIDTH + 1, WIDTH),
    lasting: bits(WIDTH + 1, WIDTH),
    listed: bits(1, WIDTH),
    old: bits(0, 1) === 1,
    people,
  };
}

/** Of everybody how they stand, and of a page of those whom a search finds who they are: late ones first, then who has something to do. */
export async function readRanks(tx: Tx, companyId: string, now: Date, { search, after, limit }: AskedPage) {
  const place = after === undefined ? undefined : readPlace(after);
  const isSearched = (search ?? "").trim() !== "";
  const pattern = functionOf("app.fold", [likePattern(search ?? "")]);
  const found = isSearched ? sql`'per-' || f.number || ' ' || f.name LIKE (SELECT ${pattern})` : sql`true`;
  // Everybody's name is compared once, for the page and for how many there are.
  const hits = isSearched ? sql`hits` : sql`ranked`;
  const onward = place
    ? sql`(f.rank, f.name, f.number) > (${place.rank}::integer, ${place.name}::text, ${place.number}::integer)`
    : sql`true`;
  const { rows } = await sql<{
    groups: readonly { readonly key: number; readonly people: number }[];
    found: number;
    page: readonly (Place & { readonly id: string })[];
  }>`${await rankedPeople(tx, companyId, now)},
    groups AS (SELECT ${groupKey} AS key, count(*)::integer AS people FROM ranked f GROUP BY 1),
    hits AS ${isSearched ? sql`MATERIALIZED` : sql``} (SELECT f.id, f.rank, f.name, f.number FROM ranked f WHERE ${found}),
    page AS (SELECT f.id, f.rank, f.name, f.number FROM ${hits} f WHERE ${onward}
      ORDER BY f.rank, f.name, f.number LIMIT ${limit + 1})
    SELECT (SELECT coalesce(jsonb_agg(g), '[]') FROM groups g) AS groups, (SELECT count(*)::integer FROM ${hits} f) AS found,
      (SELECT coalesce(jsonb_agg(g ORDER BY g.rank, g.name, g.number), '[]') FROM page g) AS page`.execute(tx);
  const { groups, found: count, page } = rows[0]!;
  const shown = page.slice(0, limit);
  const last = shown.at(-1);
  return {
    groups: groups.map(readGroup),
    found: count,
    ids: shown.map(({ id }) => id),
    next: page.length > limit && last ? writePlace(last) : null,
  };
}
