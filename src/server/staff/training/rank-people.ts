import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { courses, coursesFor } from "#catalog/training/courses.ts";
import { likePattern } from "#domain/like-pattern.ts";
import { thresholdsAt } from "#domain/training/due.ts";
import { plainArray } from "../../db/array-literal.ts";
import type { Tx } from "../../db/as-caller.ts";
import { atOnce } from "../../db/at-once.ts";
import { callFunction, functionOf } from "../../db/functions.ts";
import { listedAt } from "../../policies/listed-people.ts";
import { integerOf, readAlike } from "../../policies/people-alike.ts";
import type { Alike, PeopleAlike } from "../../policies/people-alike.ts";
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
 * How the listed person `p` stands in the courses that they need, as columns of sets in bits, and whether they are late with what they have not passed:
 * what `readStandings` says of each alone, by {@link thresholdsAt}. Nobody is sent from the database one by one.
 */
export async function rankColumns(tx: Tx, companyId: string, now: Date, alike?: Alike): Promise<RawBuilder<unknown>> {
  const [[facts], found, like] = await atOnce(
    callFunction(tx, "app.training_facts", []),
    readCodePeople(tx, now),
    alike ?? readAlike(tx, companyId),
  );
  const { frameworks = [], law_firm: lawFirm = false } = facts ?? {};
  const coders = [...found];
  const needs = (hasCodeAccount: boolean) =>
    integerOf(like, ({ title }) =>
      sumOf(coursesFor({ frameworks, lawFirm, jobTitle: title, hasCodeAccount }).map(({ key }) => bitOf(key))),
    );
  const { goodAfter, lastingAfter, lateSince } = thresholdsAt(now);
  // Instants are read in milliseconds: what is later than one is a millisecond later.
  const after = (instant: Date) => new Date(instant.getTime() + 1);
  const passed = passesOf("passed", like);
  const imported = passesOf("imported", like);
  const needed =
    coders.length === 0
      ? needs(false)
      : sql`CASE WHEN p.person_id = ANY (${plainArray(coders)}::uuid[]) THEN ${needs(true)} ELSE ${needs(false)} END`;
  return sql`coalesce(p.starts_at <= ${lateSince} AND p.added_at < ${after(lateSince)}, false) AS old, ${needed} AS needed,
    ${passed(after(goodAfter), now)} AS passed, ${passed(after(lastingAfter), now)} AS lasting, ${imported(after(goodAfter), now)} AS listed`;
}

const sumOf = (bits: readonly number[]) => bits.reduce((sum, bit) => sum | bit, 0);

/**
 * Which courses somebody passed within two instants, in bits, by what `app.listed_people` has of courses in columns named after `kind`. Of most people
 * the first and the last of their passes say that, and no other is looked at.
 */
function passesOf(kind: "passed" | "imported", alike: Alike) {
  const bitsOf = (own: PeopleAlike) => (own[kind] === "" ? [] : own[kind].split(" ").map(bitOf));
  const most = Math.max(0, ...alike.map((own) => (own ? bitsOf(own).length : 0)));
  if (most === 0) return () => sql`0::bigint`;
  // Who passed none is told from that.
  const some = alike.map((own) => (own && own[kind] !== "" ? own : undefined));
  const own = sql.raw(`p.${kind}`);
  const [first, last] = [sql.raw(`p.${kind}_first`), sql.raw(`p.${kind}_last`)];
  return (from: Date, until: Date) => {
    const each = Array.from(
      { length: most },
      (_, at) =>
        sql`CASE WHEN ${sql.raw(`p.${kind}_at[${at + 1}]`)} BETWEEN ${from} AND ${until} THEN ${integerOf(some, (like) => bitsOf(like)[at] ?? 0)} ELSE 0 END`,
    );
    return sql`CASE WHEN ${own} = '' OR ${last} < ${from} THEN 0 WHEN ${first} >= ${from} AND ${last} <= ${until}
      THEN ${integerOf(some, (like) => sumOf(bitsOf(like)))} ELSE ${sql.join(each, sql` | `)} END`;
  };
}

// One number to group thousands of people by, where five columns take twice as long.
const WIDTH = courses.length;
const groupKey = sql`(f.needed << ${sql.raw(String(3 * WIDTH + 1))}) | ((f.needed & f.passed) << ${sql.raw(String(2 * WIDTH + 1))})
  | ((f.needed & f.lasting) << ${sql.raw(String(WIDTH + 1))}) | ((f.needed & f.listed) << 1) | f.old::integer`;

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
  const columns = await rankColumns(tx, companyId, now);
  const { rows } = await sql<{
    groups: readonly { readonly key: number; readonly people: number }[];
    found: number;
    page: readonly (Place & { readonly id: string })[];
  }>`WITH
    -- OFFSET keeps them apart, so that each column is computed once.
    standing AS (SELECT p.person_id AS id, p.number, p.name, ${columns} FROM app.listed_people p WHERE ${listedAt(companyId, now)} OFFSET 0),
    ranked AS MATERIALIZED (
      SELECT f.id, f.number, f.name, ${groupKey} AS key,
        CASE WHEN f.old AND f.needed & ~f.passed <> 0 THEN 0 WHEN f.needed & ~f.lasting <> 0 THEN 1 ELSE 2 END AS rank FROM standing f),
    groups AS (SELECT f.key, count(*)::integer AS people FROM ranked f GROUP BY 1),
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
