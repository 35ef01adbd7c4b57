import { sql } from "kysely";
import { courses, coursesFor } from "#catalog/training/courses.ts";
import { countStandings } from "#domain/training/counts.ts";
import type { CourseCount, Group } from "#domain/training/counts.ts";
import { thresholdsAt } from "#domain/training/due.ts";
import { FIRST_DAYS, PASSED_FOR_DAYS } from "#domain/training/quiz.ts";
import type { Tx } from "../../db/as-caller.ts";
import { atOnce } from "../../db/at-once.ts";
import { callFunction } from "../../db/functions.ts";
import { plainArray } from "../../db/array-literal.ts";
import { listedAt } from "../../policies/listed-people.ts";
import { readAlike } from "../../policies/people-alike.ts";
import type { Alike } from "../../policies/people-alike.ts";
import { readCodePeople } from "./code-people.ts";

/** People of whom the same is true: those with one title who passed the same courses, and stand alike in each of these. */
interface Learners {
  /** Their number among kinds of people. */
  readonly alike: number;
  readonly has_code_account: boolean;
  /** How they stand in what they passed, a digit for each course; {@link LASTING}: all of it was lately. */
  readonly stands: number;
  /** Since when the first of them is asked to learn. */
  readonly since: Date;
  /** Of each course the first pass that ends, of who has a good one; otherwise since when the first of them has time for another one. */
  readonly firsts: readonly (Date | null)[];
  readonly people: number;
}

/** All passes were lately, or there is none. */
const LASTING = -1;
/** What the digit of a course says. */
const GOOD = 1;
const BASE = 3;

/**
 * Counts what `readStandings` lists: in each course how many people are to take it, and by when. The database groups people who stand alike, from
 * columns, so that thousands of them are a few rows.
 */
export async function countTraining(
  tx: Tx,
  companyId: string,
  now: Date,
): Promise<readonly (CourseCount & { readonly key: string; readonly title: string })[]> {
  const [[facts], coders, alike] = await atOnce(
    callFunction(tx, "app.training_facts", []),
    readCodePeople(tx, now),
    readAlike(tx, companyId),
  );
  const { frameworks = [], law_firm: lawFirm = false } = facts ?? {};
  const needed = new Map<string, Group[]>(courses.map(({ key }) => [key, []]));
  for (const own of await readLearners(tx, companyId, now, { coders: [...coders], alike })) {
    const { title = "", passed = "" } = alike[own.alike - 1] ?? {};
    const done = passed === "" ? [] : passed.split(" ");
    for (const { key } of coursesFor({ frameworks, lawFirm, jobTitle: title, hasCodeAccount: own.has_code_account }))
      needed.get(key)?.push(groupIn(done.indexOf(key), own, now));
  }
  return courses.map(({ key, title }) => ({ key, title, ...countStandings(key, needed.get(key)!, now) }));
}

/** How learners stand in the course at this place among those that they passed: as the one of them does who has to pass it first. */
function groupIn(place: number, { stands, since, firsts, people }: Learners, now: Date): Group {
  if (place < 0) return { people, since, passedAt: undefined };
  if (stands === LASTING) return { people, since, passedAt: now };
  const digit = Math.floor(stands / BASE ** place) % BASE;
  const first = firsts[place] ?? since;
  if (digit === 0) return { people, since: first, passedAt: undefined };
  return { people, since, passedAt: digit === GOOD ? first : now };
}

interface About {
  readonly coders: readonly string[];
  readonly alike: Alike;
}

const days = (count: number) => sql`${count} * interval '24 hours'`;

async function readLearners(
  tx: Tx,
  companyId: string,
  now: Date,
  { coders, alike }: About,
): Promise<readonly Learners[]> {
  const { goodAfter, lastingAfter, lateSince } = thresholdsAt(now);
  // Instants are read in milliseconds: what is later than one is a millisecond later.
  const after = (instant: Date) => new Date(instant.getTime() + 1);
  const most = Math.max(0, ...alike.map((own) => (own && own.passed !== "" ? own.passed.split(" ").length : 0)));
  const places = Array.from({ length: most }, (_, at) => sql.raw(`p.passed_at[${at + 1}]`));
  const digits = places.map(
    (
      at,
      place,
    ) => sql`CASE WHEN ${at} < ${after(goodAfter)} OR ${at} >= ${after(now)} THEN 0 WHEN ${at} < ${after(lastingAfter)} THEN ${GOOD * BASE ** place}
      WHEN ${at} IS NULL THEN 0 ELSE ${(GOOD + 1) * BASE ** place} END`,
  );
  const firsts = places.map(
    (
      at,
    ) => sql`min(CASE WHEN ${at} >= ${after(now)} THEN p.since WHEN ${at} < ${after(goodAfter)} THEN greatest(p.since, ${at} + ${days(PASSED_FOR_DAYS - FIRST_DAYS)})
      ELSE ${at} END) FILTER (WHERE p.stands <> ${LASTING})`,
  );
  const standing = places.length > 0 ? sql`(${sql.join(digits, sql` + `)})::integer` : sql`${LASTING}::integer`;
  const isCoder = coders.length === 0 ? sql`false` : sql`p.person_id = ANY (${plainArray(coders)}::uuid[])`;
  const { rows } = await sql<Learners>`SELECT p.alike, ${isCoder} AS has_code_account, p.stands, min(p.since) AS since,
      ARRAY[${sql.join(firsts)}]::timestamptz[] AS firsts, count(*)::integer AS people
    -- Behind the policies they are taken for few: for a hundred times as many they are grouped by hashing, where sorting all of them takes twice as long.
    FROM json_array_elements('[1]') one CROSS JOIN LATERAL (SELECT p.alike, p.person_id, p.passed_at, greatest(p.starts_at, p.added_at) AS since,
        CASE WHEN p.passed_first IS NULL OR p.passed_first >= ${after(lastingAfter)} AND p.passed_last < ${after(now)} THEN ${LASTING}
          ELSE ${standing} END AS stands
      FROM app.listed_people p WHERE ${listedAt(companyId, now)} AND one IS NOT NULL OFFSET 0) p
    GROUP BY 1, 2, 3, p.since < ${after(lateSince)}`.execute(tx);
  return rows;
}
