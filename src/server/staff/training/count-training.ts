import { sql } from "kysely";
import { courses, coursesFor } from "#catalog/training/courses.ts";
import { countStandings } from "#domain/training/counts.ts";
import type { CourseCount, Group } from "#domain/training/counts.ts";
import { thresholdsAt } from "#domain/training/due.ts";
import type { Tx } from "../../db/as-caller.ts";
import { callFunction } from "../../db/functions.ts";
import { plainArray } from "../../db/array-literal.ts";
import { listedAt } from "../../policies/listed-people.ts";
import { readCodePeople } from "./code-people.ts";

/** People of whom the same is true: those with one title who are asked to learn since one instant and passed the same. */
interface Learners {
  readonly job_title: string;
  readonly has_code_account: boolean;
  readonly since: Date;
  /** The courses that they passed here, with a space between, and when each last; null where all of it was lately. */
  readonly passed: string;
  readonly passed_at: readonly Date[] | null;
  readonly people: number;
}

/**
 * Counts what `readStandings` lists: in each course how many people are to take it, and by when. The database groups people for whom the same
 * is due, from columns, so that thousands of them are a few rows.
 */
export async function countTraining(
  tx: Tx,
  companyId: string,
  now: Date,
): Promise<readonly (CourseCount & { readonly key: string; readonly title: string })[]> {
  const [facts] = await callFunction(tx, "app.training_facts", []);
  const { frameworks = [], law_firm: lawFirm = false } = facts ?? {};
  const needed = new Map<string, Group[]>(courses.map(({ key }) => [key, []]));
  const alike = Map.groupBy(await readLearners(tx, companyId, now), (own) =>
    JSON.stringify([own.job_title, own.has_code_account]),
  );
  for (const learners of alike.values()) {
    const { job_title: jobTitle, has_code_account: hasCodeAccount } = learners[0]!;
    for (const { key } of coursesFor({ frameworks, lawFirm, jobTitle, hasCodeAccount }))
      for (const own of learners)
        needed.get(key)?.push({ people: own.people, since: own.since, passedAt: passedAt(key, own, now) });
  }
  return courses.map(({ key, title }) => ({ key, title, ...countStandings(key, needed.get(key)!, now) }));
}

function passedAt(course: string, { passed, passed_at: at }: Learners, now: Date): Date | undefined {
  const place = passed.split(" ").indexOf(course);
  return place < 0 ? undefined : (at?.[place] ?? now);
}

async function readLearners(tx: Tx, companyId: string, now: Date): Promise<readonly Learners[]> {
  // Whoever passed after this has nothing to do yet: when it was makes no difference, and no group of its own.
  const lately = new Date(thresholdsAt(now).lastingAfter.getTime() + 1);
  const coders = [...(await readCodePeople(tx, now))];
  const { rows } =
    await sql<Learners>`SELECT p.job_title, p.person_id = ANY (${plainArray(coders)}::uuid[]) AS has_code_account,
      greatest(p.starts_at, p.added_at) AS since, p.passed,
      CASE WHEN p.passed_first >= ${lately} AND p.passed_last <= ${now} THEN NULL ELSE p.passed_at END AS passed_at, count(*)::integer AS people
    -- Behind the policies they are taken for few: for a hundred times as many they are grouped by hashing, where sorting all of them takes twice as long.
    FROM json_array_elements('[1]') one CROSS JOIN LATERAL (SELECT p.* FROM app.listed_people p
      WHERE ${listedAt(companyId, now)} AND one IS NOT NULL OFFSET 0) p GROUP BY 1, 2, 3, 4, 5`.execute(tx);
  return rows;
}
